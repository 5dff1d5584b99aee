import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { changePasswordAddress } from '#domains/session/web/change-password-address.ts'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { bubble, calendar, chart, eye, type IconShape, lock, person } from '#kit/web/icons.ts'
import { useHasPage } from '#kit/web/known-pages.ts'
import { LanguageLinks } from '#kit/web/languages.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { RowLink, Rows } from '#kit/web/rows.tsx'
import { CopySection } from './copy-section.tsx'
import { ErasureSection } from './erasure-section.tsx'
import { OwnDetails } from './own-details.tsx'
import styles from './profile-screen.module.css'
import { profileQuery } from './queries.ts'

export { loadProfile as load } from './load-profile.ts'

/** Who somebody is here, how they get in, and what they may ask of the data that is held on them. */
export function ProfileScreen() {
  const t = useTranslations('profile')
  // In front of another server its accounts are its own affair.
  const { hasUpstream } = useBoot()
  return (
    <div className={styles.page}>
      <header className="stack">
        <h1>{t('title')}</h1>
        <p className="soft">{t('about')}</p>
      </header>
      <Part name="contact">
        {hasUpstream ? <ContactFacts /> : <OwnDetails />}
        <p className="note">{t('contact.change')}</p>
      </Part>
      <Part name="access">
        <Ways />
      </Part>
      <Part name="copy">
        <CopySection />
      </Part>
      <Part name="erasure">
        <ErasureSection />
      </Part>
    </div>
  )
}

/** A part of the page, which fails by itself. */
function Part({ name, children }: { name: 'contact' | 'access' | 'copy' | 'erasure'; children: ReactNode }) {
  const t = useTranslations('profile')
  const titleId = `profile-${name}`
  return (
    <section id={name} className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{t(`${name}.title`)}</h2>
      <Retryable title={t('failed.title')} words={t('failed.words')} resetKey={name}>
        {children}
      </Retryable>
    </section>
  )
}

function ContactFacts() {
  const t = useTranslations('profile.contact')
  const { data: profile } = useSuspenseQuery(profileQuery(useSend()))
  return (
    <Facts>
      <Fact label={t('name')}>{profile.name}</Fact>
      <Fact label={t('email')}>{profile.email || t('noEmail')}</Fact>
      <Fact label={t('language')}>
        <LanguageLinks label={t('language')} />
      </Fact>
    </Facts>
  )
}

type Way = {
  key: 'password' | 'sessions' | 'security' | 'connect' | 'programs' | 'messages' | 'newsletter'
  glyph: IconShape
  href: string | null
}

/** The pages and sites where the rest of an account is looked after; those that are not there are left out. */
function Ways() {
  const t = useTranslations('profile.access')
  const hasPage = useHasPage()
  const { features, oidc, newsletter } = useCustomerSettings()
  const { data: profile } = useSuspenseQuery(profileQuery(useSend()))
  const { hasUpstream, hasIdentityProvider } = useBoot()
  // In front of another server its accounts are its own affair.
  const own = (href: string) => (hasUpstream ? null : href)
  const ways: Way[] = [
    { key: 'password', glyph: lock, href: changePasswordAddress({ features, oidc }) },
    { key: 'security', glyph: person, href: own('/profile/security') },
    { key: 'sessions', glyph: eye, href: '/profile/sessions' },
    { key: 'connect', glyph: person, href: features.oidc && hasIdentityProvider ? own('/connect') : null },
    { key: 'programs', glyph: chart, href: own('/profile/programs') },
    { key: 'messages', glyph: bubble, href: own('/profile/messages') },
    { key: 'newsletter', glyph: calendar, href: profile.newsletterUrl ?? (newsletter.enabled ? '/newsletter' : null) },
  ]
  return (
    <Rows>
      {ways.map(({ key, glyph, href }) =>
        href && (!href.startsWith('/') || hasPage(href)) ? (
          <RowLink key={key} glyph={glyph} title={t(key)} detail={t(`${key}Detail`)} href={href} />
        ) : null,
      )}
    </Rows>
  )
}

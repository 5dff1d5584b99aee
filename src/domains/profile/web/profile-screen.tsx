import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { changePasswordAddress } from '#domains/session/web/password/change-password-address.ts'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { bubble, calendar, chart, eye, type IconShape, lock, person } from '#kit/web/graphics/icons.ts'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { RowLink, RowList } from '#kit/web/list/row-list.tsx'
import { useHasPage } from '#kit/web/navigation/known-pages.ts'
import { LanguageLinks } from '#kit/web/navigation/languages.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { DataExportSection } from './data-export-section.tsx'
import { ErasureSection } from './erasure-section.tsx'
import { OwnDetailsSection } from './own-details-section.tsx'
import styles from './profile-screen.module.css'
import { profileQuery } from './queries.ts'

export { loadProfile as load } from './load-profile.ts'

/** The profile page: who the user is, how they sign in, and the requests about their data. */
export function ProfileScreen() {
  const t = useTranslations('profile')
  // In front of an upstream server, accounts are managed there.
  const { hasUpstream } = useBoot()
  return (
    <div className={styles.page}>
      <header className="stack">
        <h1>{t('title')}</h1>
        <p className="soft">{t('about')}</p>
      </header>
      <ProfilePart name="contact">
        {hasUpstream ? <ContactFacts /> : <OwnDetailsSection />}
        <p className="note">{t('contact.change')}</p>
      </ProfilePart>
      <ProfilePart name="access">
        <AccessLinks />
      </ProfilePart>
      <ProfilePart name="copy">
        <DataExportSection />
      </ProfilePart>
      <ProfilePart name="erasure">
        <ErasureSection />
      </ProfilePart>
    </div>
  )
}

/** A part of the page, with its own error boundary. */
function ProfilePart({ name, children }: { name: 'contact' | 'access' | 'copy' | 'erasure'; children: ReactNode }) {
  const t = useTranslations('profile')
  const titleId = `profile-${name}`
  return (
    <section id={name} className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{t(`${name}.title`)}</h2>
      <RetryBoundary title={t('failed.title')} message={t('failed.text')} resetKey={name}>
        {children}
      </RetryBoundary>
    </section>
  )
}

function ContactFacts() {
  const t = useTranslations('profile.contact')
  const { data: profile } = useSuspenseQuery(profileQuery(useSend()))
  return (
    <DescriptionList>
      <DescriptionItem label={t('name')}>{profile.name}</DescriptionItem>
      <DescriptionItem label={t('email')}>{profile.email || t('noEmail')}</DescriptionItem>
      <DescriptionItem label={t('language')}>
        <LanguageLinks label={t('language')} />
      </DescriptionItem>
    </DescriptionList>
  )
}

type AccessLink = {
  key: 'password' | 'sessions' | 'security' | 'connect' | 'programs' | 'sharing' | 'messages' | 'alerts' | 'newsletter'
  glyph: IconShape
  href: string | null
}

/** Links to the pages and sites for the rest of the account. Those that do not exist are left out. */
function AccessLinks() {
  const t = useTranslations('profile.access')
  const hasPage = useHasPage()
  const { features, oidc, newsletter } = useCustomerSettings()
  const { data: profile } = useSuspenseQuery(profileQuery(useSend()))
  const { hasUpstream, hasIdentityProvider } = useBoot()
  // In front of an upstream server, accounts are managed there.
  const unlessUpstream = (href: string) => (hasUpstream ? null : href)
  const links: AccessLink[] = [
    { key: 'password', glyph: lock, href: changePasswordAddress({ features, oidc }) },
    { key: 'security', glyph: person, href: unlessUpstream('/profile/security') },
    { key: 'sessions', glyph: eye, href: '/profile/sessions' },
    { key: 'connect', glyph: person, href: features.oidc && hasIdentityProvider ? unlessUpstream('/connect') : null },
    { key: 'programs', glyph: chart, href: unlessUpstream('/profile/programs') },
    { key: 'sharing', glyph: chart, href: unlessUpstream('/profile/data-sharing') },
    { key: 'messages', glyph: bubble, href: unlessUpstream('/profile/messages') },
    { key: 'alerts', glyph: chart, href: unlessUpstream('/alerts') },
    { key: 'newsletter', glyph: calendar, href: profile.newsletterUrl ?? (newsletter.enabled ? '/newsletter' : null) },
  ]
  return (
    <RowList>
      {links.map(({ key, glyph, href }) =>
        href && (!href.startsWith('/') || hasPage(href)) ? (
          <RowLink key={key} glyph={glyph} title={t(key)} detail={t(`${key}Detail`)} href={href} />
        ) : null,
      )}
    </RowList>
  )
}

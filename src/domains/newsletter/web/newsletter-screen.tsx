import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import type { Search } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { newsletterPaths } from '../paths.ts'
import { ChoiceForm } from './choice-form.tsx'
import { NewAddress } from './new-address.tsx'
import styles from './newsletter-screen.module.css'
import { standingQuery, subscriberQuery, type Visit, visitOf } from './queries.ts'

export { loadNewsletter as load } from './load-newsletter.ts'

/** The newsletters, to be subscribed to and left by whoever has shown that an address is theirs. */
export function NewsletterScreen() {
  const t = useTranslations('newsletter')
  const { signedIn } = useBoot()
  const search = useSearch({ strict: false }) as Search
  return (
    <div className={styles.page}>
      <header className="stack">
        <h1>{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      <Told search={search} />
      <Newsletters search={search} />
      <p>
        <ButtonLink variant="second" href={signedIn ? '/' : '/login'}>
          {t(signedIn ? 'home' : 'login')}
        </ButtonLink>
      </p>
    </div>
  )
}

const doneCodes = ['removed', 'asked', 'left'] as const
const failedCodes = [
  'newsletter_link_invalid',
  'newsletter_link_required',
  'newsletter_locked',
  'too_many_attempts',
] as const

/** What a form that was sent without script has done, by the address that it led to. */
function Told({ search: { done, failed } }: { search: Search }) {
  const t = useTranslations('newsletter')
  const doneCode = doneCodes.find((code) => code === done)
  const failedCode = failedCodes.find((code) => code === failed)
  if (failed === 'invalid_email') return null
  if (failed) return <Banner tone="negative">{failedCode ? t(`refusals.${failedCode}`) : t('errors.save')}</Banner>
  if (done === 'saved') return <Banner tone="positive">{t('done.savedPlain')}</Banner>
  return doneCode ? <Banner tone="positive">{t(`done.${doneCode}`)}</Banner> : null
}

function Newsletters({ search }: { search: Search }) {
  const t = useTranslations('newsletter.errors')
  const visit = visitOf(useBoot(), useSettings(), search)
  const resetKey = search.link ?? ''
  const list = (
    <Retryable title={t('list.title')} words={t('list.words')} resetKey={resetKey}>
      <Part search={search} visit={visit} />
    </Retryable>
  )
  if (visit.by !== 'link') return list
  return (
    <Retryable title={t('subscriber.title')} words={t('subscriber.words')} resetKey={resetKey}>
      <OfSubscriber>{list}</OfSubscriber>
    </Retryable>
  )
}

/** What needs to know whom the link is of. */
function OfSubscriber({ children }: { children: ReactNode }) {
  useSuspenseQuery(subscriberQuery(useSend()))
  return children
}

function Part({ search, visit }: { search: Search; visit: Visit }) {
  const t = useTranslations('newsletter')
  const { data: standing } = useSuspenseQuery(standingQuery(useSend(), visit))
  if (standing.kind === 'closed')
    return (
      <Empty
        title={t(`closed.${standing.code}.title`)}
        action={
          standing.code === 'newsletter_link_invalid' && (
            <ButtonLink variant="second" href={newsletterPaths.en}>
              {t('closed.again')}
            </ButtonLink>
          )
        }
      >
        {t(`closed.${standing.code}.words`)}
      </Empty>
    )
  if (standing.kind === 'newAddress') return <NewAddress standing={standing} visit={visit} />
  if (standing.newsletters.length === 0) return <Empty title={t('cards.emptyTitle')}>{t('cards.empty')}</Empty>
  return <ChoiceForm standing={standing} visit={visit} isEmailWrong={search.failed === 'invalid_email'} />
}

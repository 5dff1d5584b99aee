import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { newsletterPaths } from '../paths.ts'
import { ConfirmAddress } from './confirm-address.tsx'
import { NewsletterForm } from './newsletter-form.tsx'
import styles from './newsletter-screen.module.css'
import { newsletterPageQuery, readVisit, subscriberQuery, type Visit } from './queries.ts'

export { loadNewsletter as load } from './load-newsletter.ts'

/** The newsletter page, where a user who has proven that an address is theirs subscribes and unsubscribes. */
export function NewsletterScreen() {
  const t = useTranslations('newsletter')
  const { signedIn } = useBoot()
  const search = useSearch({ strict: false }) as SearchParams
  return (
    <div className={styles.page}>
      <header className="stack">
        <h1>{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      <FormOutcomeBanner search={search} />
      <NewsletterSection search={search} />
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

/** Shows the outcome of a form sent without JavaScript, from the query of the URL. */
function FormOutcomeBanner({ search: { done, failed } }: { search: SearchParams }) {
  const t = useTranslations('newsletter')
  const doneCode = doneCodes.find((code) => code === done)
  const failedCode = failedCodes.find((code) => code === failed)
  if (failed === 'invalid_email') return null
  if (failed) return <Banner tone="negative">{failedCode ? t(`refusals.${failedCode}`) : t('errors.save')}</Banner>
  if (done === 'saved') return <Banner tone="positive">{t('done.savedPlain')}</Banner>
  return doneCode ? <Banner tone="positive">{t(`done.${doneCode}`)}</Banner> : null
}

function NewsletterSection({ search }: { search: SearchParams }) {
  const t = useTranslations('newsletter.errors')
  const visit = readVisit(useBoot(), useSettings(), search)
  const resetKey = search.link ?? ''
  const list = (
    <RetryBoundary title={t('list.title')} message={t('list.text')} resetKey={resetKey}>
      <NewsletterContent search={search} visit={visit} />
    </RetryBoundary>
  )
  if (visit.by !== 'link') return list
  return (
    <RetryBoundary title={t('subscriber.title')} message={t('subscriber.text')} resetKey={resetKey}>
      <RequireSubscriber>{list}</RequireSubscriber>
    </RetryBoundary>
  )
}

/** Renders its children once the owner of the link is known. */
function RequireSubscriber({ children }: { children: ReactNode }) {
  useSuspenseQuery(subscriberQuery(useSend()))
  return children
}

function NewsletterContent({ search, visit }: { search: SearchParams; visit: Visit }) {
  const t = useTranslations('newsletter')
  const { data: pageState } = useSuspenseQuery(newsletterPageQuery(useSend(), visit))
  if (pageState.kind === 'closed')
    return (
      <EmptyState
        title={t(`closed.${pageState.code}.title`)}
        action={
          pageState.code === 'newsletter_link_invalid' && (
            <ButtonLink variant="second" href={newsletterPaths.en}>
              {t('closed.again')}
            </ButtonLink>
          )
        }
      >
        {t(`closed.${pageState.code}.text`)}
      </EmptyState>
    )
  if (pageState.kind === 'newAddress') return <ConfirmAddress pageState={pageState} visit={visit} />
  if (pageState.newsletters.length === 0)
    return <EmptyState title={t('cards.emptyTitle')}>{t('cards.empty')}</EmptyState>
  return <NewsletterForm pageState={pageState} visit={visit} isEmailWrong={search.failed === 'invalid_email'} />
}

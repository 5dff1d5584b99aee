import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { failureCodeOf } from '#kit/failure-code.ts'
import { type CommonCode, commonCodeOf } from '#kit/outage.ts'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { identitiesQuery } from '../queries.ts'
import styles from '../security-screen.module.css'
import { ConnectForm } from './connect-form.tsx'

/** Shows new users the form that links them, and everybody else their links, with a way to add one. */
export function ConnectedIdentities() {
  const t = useTranslations('session.connect')
  const locale = useLocale()
  const { name } = useSettings().organization
  const { data } = useSuspenseQuery(identitiesQuery(useSend()))
  const { items, is_offered: isOffered, awaits_link: awaitsLink } = data
  const continueHref = useContinueHref()
  if (awaitsLink)
    return (
      <div className={styles.narrow}>
        <p className="soft">{t('newcomer', { name })}</p>
        <ConnectForm />
        <p className="small soft">{t('noAccount')}</p>
        <p>
          <Link href={continueHref}>{t('later')}</Link>
        </p>
      </div>
    )
  return (
    <div className={styles.narrow}>
      <p className="soft">{t(items.length ? 'linked' : isOffered ? 'notLinked' : 'notOffered', { name })}</p>
      {items.length > 0 && (
        <DescriptionList layout="pairs">
          {items.map(({ issuer, linked_at }) => (
            <DescriptionItem key={linked_at} label={URL.parse(issuer)?.host ?? issuer}>
              {t('since', { instant: formatInstant(new Date(linked_at), locale) })}
            </DescriptionItem>
          ))}
        </DescriptionList>
      )}
      {isOffered && items.length === 0 ? <LinkButton /> : <ContinueLinks isLinked={items.length > 0} />}
    </div>
  )
}

/**
 * Returns the sign-in page, which redirects signed-in users to the page that they wanted, or to the retailer's first
 * one.
 */
function useContinueHref(): string {
  const { redirectPath, pathParams } = useSearch({ strict: false }) as SearchParams
  const query = new URLSearchParams({ ...(redirectPath && { redirectPath }), ...(pathParams && { pathParams }) })
  return query.size ? `/login?${query}` : '/login'
}

/** Links for when nothing is left to be linked: to the rest of the portal, or to the other security settings. */
function ContinueLinks({ isLinked }: { isLinked: boolean }) {
  const t = useTranslations('session')
  return (
    <div className="line">
      <ButtonLink variant={isLinked ? 'main' : 'second'} href={useContinueHref()}>
        {t('connect.goOn')}
      </ButtonLink>
      <ButtonLink variant="quiet" href="/profile/security">
        {t('securityTitle')}
      </ButtonLink>
    </div>
  )
}

function LinkButton() {
  const t = useTranslations('session.connect')
  const tApp = useTranslations('app.refusals')
  const send = useSend()
  const disabledReason = useReadonlyReason()
  const [isRedirecting, setRedirecting] = useState(false)
  const [failed, setFailed] = useState<CommonCode>()

  async function link() {
    setFailed(undefined)
    setRedirecting(true)
    try {
      const { beginLink } = await import('../../identities-api.ts')
      const { address } = await send(beginLink, {})
      window.location.assign(address)
    } catch (failure) {
      setFailed(commonCodeOf(failureCodeOf(failure)))
      setRedirecting(false)
    }
  }

  return (
    <div className="stack">
      <ErrorBanner>{failed && tApp(failed)}</ErrorBanner>
      <div className="line">
        <Button disabledReason={disabledReason} isBusy={isRedirecting} onClick={link}>
          {t('link')}
        </Button>
      </div>
    </div>
  )
}

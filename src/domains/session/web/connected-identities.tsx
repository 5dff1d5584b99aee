import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { codeOf } from '#kit/failure-code.ts'
import { type CommonCode, commonCode } from '#kit/outage.ts'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { ConnectForm } from './connect-form.tsx'
import { identitiesQuery } from './queries.ts'
import styles from './security-screen.module.css'
import { useReadonlyReason } from './use-readonly-reason.ts'

/** For a newcomer the form that links them; for everybody else what is linked, and the way to link. */
export function ConnectedIdentities() {
  const t = useTranslations('session.connect')
  const locale = useLocale()
  const { name } = useSettings().organization
  const { data } = useSuspenseQuery(identitiesQuery(useSend()))
  const { items, is_offered: isOffered, awaits_link: awaitsLink } = data
  const wayOn = useWayOn()
  if (awaitsLink)
    return (
      <div className={styles.narrow}>
        <p className="soft">{t('newcomer', { name })}</p>
        <ConnectForm />
        <p className="small soft">{t('noAccount')}</p>
        <p>
          <Link href={wayOn}>{t('later')}</Link>
        </p>
      </div>
    )
  return (
    <div className={styles.narrow}>
      <p className="soft">{t(items.length ? 'linked' : isOffered ? 'notLinked' : 'notOffered', { name })}</p>
      {items.length > 0 && (
        <Facts layout="pairs">
          {items.map(({ issuer, linked_at }) => (
            <Fact key={linked_at} label={URL.parse(issuer)?.host ?? issuer}>
              {t('since', { instant: formatInstant(new Date(linked_at), locale) })}
            </Fact>
          ))}
        </Facts>
      )}
      {isOffered && items.length === 0 ? <LinkButton /> : <WaysOn isLinked={items.length > 0} />}
    </div>
  )
}

/** The log-in leads on whoever is signed in: to the page that they wanted, or to the first one of the retailer. */
function useWayOn(): string {
  const { redirectPath, pathParams } = useSearch({ strict: false }) as Search
  const query = new URLSearchParams({ ...(redirectPath && { redirectPath }), ...(pathParams && { pathParams }) })
  return query.size ? `/login?${query}` : '/login'
}

/** Where nothing is left to be linked: on to the rest of the portal, or to what else keeps the account safe. */
function WaysOn({ isLinked }: { isLinked: boolean }) {
  const t = useTranslations('session')
  return (
    <div className="line">
      <ButtonLink variant={isLinked ? 'main' : 'second'} href={useWayOn()}>
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
  const ofApp = useTranslations('app.refusals')
  const send = useSend()
  const whyNot = useReadonlyReason()
  const [isLeaving, setLeaving] = useState(false)
  const [failed, setFailed] = useState<CommonCode>()

  async function link() {
    setFailed(undefined)
    setLeaving(true)
    try {
      const { beginLink } = await import('../api.ts')
      const { address } = await send(beginLink, {})
      window.location.assign(address)
    } catch (failure) {
      setFailed(commonCode(codeOf(failure)))
      setLeaving(false)
    }
  }

  return (
    <div className="stack">
      <Failure>{failed && ofApp(failed)}</Failure>
      <div className="line">
        <Button whyNot={whyNot} isBusy={isLeaving} onClick={link}>
          {t('link')}
        </Button>
      </div>
    </div>
  )
}

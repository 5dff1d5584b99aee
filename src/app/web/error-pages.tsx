import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { useWindowTitle } from '#domains/operator/web/use-window-title.ts'
import type { Problem } from '#kit/boot.ts'
import { ConnectionLost } from '#kit/connection-lost.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { Plate } from '#kit/web/plate.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'
import { StepBars } from '#kit/web/step-bars.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import { useRetryByItself } from '#kit/web/use-retry-by-itself.ts'
import { type MaintenancePeriod, maintenanceTimes } from '../maintenance-times.ts'
import { kindOf, type ProblemKind } from '../problem-kinds.ts'
import { toldProblems, type Way } from '../told-problems.ts'
import styles from './error-pages.module.css'
import { LoneFrame } from './shell/lone-frame.tsx'
import { MaintenanceTimes } from './shell/maintenance-times.tsx'
import { useAddress } from './use-address.ts'

/** What the server met before there was a page to show: its page stands alone in place of everything. */
export function ProblemPage({ problem }: { problem: Problem }) {
  const kind = kindOf(problem)
  // A busy server is asked again by the page; at work it may be for hours, and every other problem stays.
  const busy = useMemo(() => (kind === 'busy' ? new Refused('unavailable', 503) : undefined), [kind])
  useRetryByItself(busy, reloadPage)
  return (
    <LoneFrame>
      <ProblemPlate kind={kind} status={problem.status} requestId={problem.requestId} />
    </LoneFrame>
  )
}

/** Nothing is at this address, or nothing that is the visitor's. */
export function NotFoundPage() {
  return <ProblemPlate kind="notFound" status={404} />
}

const outageKinds = { offline: 'offline', maintenance: 'maintenance', unavailable: 'busy', late: 'late' } as const

/** Something broke in the browser, or a call that the page needs was refused. */
export function CrashPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  const refused = isRefused(error) ? error : undefined
  const isAccess = refused?.status === 401 || refused?.status === 403
  // The tab stays: frame, menu and what is known already are of use, and trying again needs no page from the server.
  const readAgain = () => void router.invalidate()
  const failure = isFileMissing(error) ? fileMissing : error
  const outage = useRetryByItself(failure, readAgain)
  useEffect(() => {
    if (isFileMissing(error)) void reloadWhereAnswered()
  }, [error])
  if (outage)
    return (
      <ProblemPlate
        kind={outageKinds[outage]}
        status={refused?.status}
        requestId={refused?.requestId}
        period={outage === 'maintenance' ? maintenanceTimes(refused?.extra) : undefined}
        onRetry={readAgain}
      />
    )
  return (
    <ProblemPlate
      kind={isAccess ? 'access' : 'crash'}
      status={isAccess ? refused.status : 500}
      requestId={refused?.requestId}
    />
  )
}

const fileMissing = new ConnectionLost()

/** Whether a file of the program did not come: without a connection, or because a new build has replaced it. */
function isFileMissing(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module script failed/i.test(error.message)
}

const reloadedKey = 'reloaded-for-missing-file'

// Where the server answers, it has another build; that is tried once.
async function reloadWhereAnswered() {
  const isAnswered = await fetch(window.location.href, { method: 'HEAD' }).then(
    () => true,
    () => false,
  )
  if (!isAnswered || sessionStorage.getItem(reloadedKey) === window.location.href) return
  sessionStorage.setItem(reloadedKey, window.location.href)
  reloadPage()
}

type PlateProps = {
  kind: ProblemKind
  /** Of the answer; absent where there was none. */
  status?: number | undefined
  requestId?: string | undefined
  /** From when to when maintenance goes on, where that is known better than the page knows it. */
  period?: MaintenancePeriod | undefined
  /** Reads again what could not be read, in the same page; it is also done by itself. */
  onRetry?: () => void
}

function ProblemPlate({ kind, status, requestId, period, onRetry }: PlateProps) {
  const t = useTranslations('app.problems')
  const { missing, way } = toldProblems[kind]
  useWindowTitle(t(`${kind}.title`))
  return (
    <Plate
      isPageTitle
      label={t(`${kind}.title`)}
      drawing={<StepBars missing={missing} isOnPlate />}
      actions={
        <>
          {onRetry ? <Button onClick={onRetry}>{t('ways.reload')}</Button> : way && <WayOn kind={kind} way={way} />}
          <Reference status={status} requestId={requestId} />
        </>
      }
    >
      {t(`${kind}.text`)}
      {kind === 'maintenance' && <MaintenanceTimes period={period} />}
      {(onRetry || kind === 'busy') && ` ${t('byItself')}`}
    </Plate>
  )
}

/** What the problem is told by on the telephone, and when somebody answers there. */
function Reference({ status, requestId }: Pick<PlateProps, 'status' | 'requestId'>) {
  const t = useTranslations('app.problems')
  const { organization } = useSettings()
  const { roles } = useBoot()
  // The telephone is that of customers.
  const { phone, schedule } = roles ? { phone: '', schedule: '' } : organization
  const parts = [
    status !== undefined && t('code', { code: status }),
    requestId && t('reference', { reference: requestId }),
  ].filter(Boolean)
  if (parts.length === 0 && !phone) return null
  return (
    <p className={styles.reference}>
      {parts.join(' · ')}
      {phone && (
        <>
          {parts.length > 0 && ' · '}
          {t('help')} <a href={telAddress(phone)}>{phone}</a>
          {schedule && (
            <>
              {' · '}
              <span className={styles.hours}>{schedule}</span>
            </>
          )}
        </>
      )}
    </p>
  )
}

// Past a problem the portal is loaded anew, so these are plain anchors; one to the page itself also works without script.
function WayOn({ kind, way }: { kind: ProblemKind; way: Way }) {
  const t = useTranslations('app.problems.ways')
  const { signedIn, roles } = useBoot()
  const address = useAddress()
  // Operators stay in their area.
  const isOperators = roles !== undefined
  if (way === 'reload')
    return (
      <ButtonLink target="_self" href="">
        {t('reload')}
      </ButtonLink>
    )
  return (
    <>
      <ButtonLink target="_self" href={address(isOperators ? '/operator' : '/')}>
        {t(way)}
      </ButtonLink>
      {kind === 'notFound' && signedIn && !isOperators && (
        <ButtonLink variant="second" href="/invoices">
          {t('invoices')}
        </ButtonLink>
      )}
    </>
  )
}

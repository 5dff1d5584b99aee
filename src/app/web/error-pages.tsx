import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { StandaloneLayout } from '#domains/retailer/web/standalone-layout.tsx'
import { useWindowTitle } from '#domains/retailer/web/use-window-title.ts'
import type { Problem } from '#kit/boot.ts'
import { ConnectionLostError } from '#kit/connection-lost.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { useAutomaticRetry } from '#kit/web/feedback/use-automatic-retry.ts'
import { StepBars } from '#kit/web/graphics/step-bars.tsx'
import { forgetFailedParts } from '#kit/web/lazy-part.tsx'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { useBoot } from '#kit/web/portal.ts'
import { type ErrorPageAction, errorPageContents } from '../error-page-content.ts'
import { type MaintenancePeriod, maintenancePeriodIn } from '../maintenance-period.ts'
import { type ProblemKind, problemKindOf } from '../problem-kinds.ts'
import styles from './error-pages.module.css'
import { MaintenanceTimes } from './shell/maintenance-times.tsx'
import { useAddress } from './use-address.ts'

/** Renders a problem that the server met before there was a page: it replaces everything else. */
export function ProblemPage({ problem }: { problem: Problem }) {
  const kind = problemKindOf(problem)
  // Only a busy server is retried automatically; maintenance may take hours, and other problems persist.
  const busy = useMemo(() => (kind === 'busy' ? new Refused('unavailable', 503) : undefined), [kind])
  useAutomaticRetry(busy, reloadPage)
  return (
    <StandaloneLayout>
      <ProblemCard kind={kind} status={problem.status} requestId={problem.requestId} />
    </StandaloneLayout>
  )
}

/** Shown if nothing exists at a URL, or nothing of the visitor's. */
export function NotFoundPage() {
  return <ProblemCard kind="notFound" status={404} />
}

const outageKinds = { offline: 'offline', maintenance: 'maintenance', unavailable: 'busy', late: 'late' } as const

/** Shown if something broke in the browser, or a call that the page needs was refused. */
export function CrashPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  const refused = isRefused(error) ? error : undefined
  const isAccess = refused?.status === 401 || refused?.status === 403
  // The tab stays: layout, menu and cached data are still useful, and a retry needs no page from the server.
  const readAgain = () => {
    forgetFailedParts()
    void router.invalidate()
  }
  const failure = isFileMissing(error) ? fileMissing : error
  const outage = useAutomaticRetry(failure, readAgain)
  useEffect(() => {
    if (isFileMissing(error)) void reloadWhereAnswered()
  }, [error])
  if (outage)
    return (
      <ProblemCard
        kind={outageKinds[outage]}
        status={refused?.status}
        requestId={refused?.requestId}
        period={outage === 'maintenance' ? maintenancePeriodIn(refused?.extra) : undefined}
        onRetry={readAgain}
      />
    )
  return (
    <ProblemCard
      kind={isAccess ? 'access' : 'crash'}
      status={isAccess ? refused.status : 500}
      requestId={refused?.requestId}
    />
  )
}

const fileMissing = new ConnectionLostError()

/** Checks whether a file of the program failed to load: offline, or replaced by a new build. */
function isFileMissing(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module script failed/i.test(error.message)
}

const reloadedKey = 'reloaded-for-missing-file'

// If the server answers, it runs another build; reload once.
async function reloadWhereAnswered() {
  const isAnswered = await fetch(window.location.href, { method: 'HEAD' }).then(
    () => true,
    () => false,
  )
  if (!isAnswered || sessionStorage.getItem(reloadedKey) === window.location.href) return
  sessionStorage.setItem(reloadedKey, window.location.href)
  reloadPage()
}

type ProblemCardProps = {
  kind: ProblemKind
  /** The status of the answer; absent if there was none. */
  status?: number | undefined
  requestId?: string | undefined
  /** The maintenance period, if it is known more recently than from the page. */
  period?: MaintenancePeriod | undefined
  /** Reloads the failed data within the page; this also happens automatically. */
  onRetry?: () => void
}

function ProblemCard({ kind, status, requestId, period, onRetry }: ProblemCardProps) {
  const t = useTranslations('app.problems')
  const { missingSteps, action } = errorPageContents[kind]
  useWindowTitle(t(`${kind}.title`))
  return (
    <SummaryCard
      isPageTitle
      label={t(`${kind}.title`)}
      drawing={<StepBars missing={missingSteps} isOnSummaryCard />}
      actions={
        <>
          {onRetry ? (
            <Button onClick={onRetry}>{t('ways.reload')}</Button>
          ) : (
            action && <ProblemAction kind={kind} action={action} />
          )}
          <Reference status={status} requestId={requestId} />
        </>
      }
    >
      <ProblemText kind={kind} />
      {kind === 'maintenance' && <MaintenanceTimes period={period} />}
      {(onRetry || kind === 'busy') && ` ${t('byItself')}`}
    </SummaryCard>
  )
}

/** What happened and what helps. Operators do not telephone the retailer for whom they work. */
function ProblemText({ kind }: { kind: ProblemKind }) {
  const t = useTranslations('app.problems')
  const { roles } = useBoot()
  return roles && kind === 'crash' ? <OperatorCrashText /> : t(`${kind}.text`)
}

function OperatorCrashText() {
  return useTranslations('operator-area')('crash')
}

/** Renders the reference to quote on the telephone, and its hours. */
function Reference({ status, requestId }: Pick<ProblemCardProps, 'status' | 'requestId'>) {
  const t = useTranslations('app.problems')
  const { organization } = useSettings()
  const { roles } = useBoot()
  // The telephone is for customers.
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

// Leaving a problem reloads the portal, so these are plain anchors; one to the page itself also works without script.
function ProblemAction({ kind, action }: { kind: ProblemKind; action: ErrorPageAction }) {
  const t = useTranslations('app.problems.ways')
  const { signedIn, roles } = useBoot()
  const address = useAddress()
  // Operators stay in the back office.
  const isOperators = roles !== undefined
  if (action === 'reload')
    return (
      <ButtonLink target="_self" href="">
        {t('reload')}
      </ButtonLink>
    )
  return (
    <>
      <ButtonLink target="_self" href={address(isOperators ? '/operator' : '/')}>
        {t(action)}
      </ButtonLink>
      {kind === 'notFound' && signedIn && !isOperators && (
        <ButtonLink variant="second" href="/invoices">
          {t('invoices')}
        </ButtonLink>
      )}
    </>
  )
}

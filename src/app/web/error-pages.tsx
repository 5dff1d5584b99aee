import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import type { Problem } from '#kit/boot.ts'
import { isRefused } from '#kit/refusal.ts'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { Plate } from '#kit/web/plate.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { StepBars } from '#kit/web/step-bars.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import { kindOf, type ProblemKind } from '../problem-kinds.ts'
import { toldProblems, type Way } from '../told-problems.ts'
import styles from './error-pages.module.css'
import { LoneFrame } from './shell/lone-frame.tsx'
import { MaintenanceTimes } from './shell/maintenance-times.tsx'
import { useAddress } from './use-address.ts'

/** What the server met before there was a page to show: its page stands alone in place of everything. */
export function ProblemPage({ problem }: { problem: Problem }) {
  return (
    <LoneFrame>
      <ProblemPlate {...problem} />
    </LoneFrame>
  )
}

/** Nothing is at this address, or nothing that is the visitor's. */
export function NotFoundPage() {
  return <ProblemPlate status={404} code="not_found" />
}

/** Something broke in the browser, or a call that the page needs was refused. */
export function CrashPage({ error }: ErrorComponentProps) {
  const refused = isRefused(error) ? error : undefined
  const router = useRouter()
  const sayOf = useTranslations('app.refusals')
  const isAccess = refused?.status === 401 || refused?.status === 403
  // The tab stays: frame, menu and what is known already are of use, and trying again needs no page from the server.
  if (refused && awayStatuses.includes(refused.status))
    return (
      <ProblemPlate
        status={503}
        code="unavailable"
        requestId={refused.requestId}
        text={sayOf('unavailable')}
        onRetry={() => router.invalidate()}
      />
    )
  return (
    <ProblemPlate
      status={isAccess ? (refused.status as 401 | 403) : 500}
      code={refused?.code ?? 'unexpected'}
      requestId={refused?.requestId}
    />
  )
}

/** What the server, or a proxy before it, answers while something behind does not. */
const awayStatuses = [502, 503, 504]

type Told = Pick<Problem, 'status' | 'code'> & {
  requestId?: string
  /** Instead of the words of its kind. */
  text?: string
  /** Reads again what could not be read, in the same page. */
  onRetry?: () => void
}

function ProblemPlate({ status, code, requestId, text, onRetry }: Told) {
  const t = useTranslations('app.problems')
  const { organization } = useSettings()
  const kind = kindOf({ status, code })
  const { missing, way } = toldProblems[kind]
  return (
    <Plate
      isPageTitle
      label={t(`${kind}.title`)}
      drawing={<StepBars missing={missing} isOnPlate />}
      actions={
        <>
          {onRetry ? <Button onClick={onRetry}>{t('ways.reload')}</Button> : way && <WayOn kind={kind} way={way} />}
          <p className={styles.reference}>
            {t('code', { code: status })}
            {requestId && ` · ${t('reference', { reference: requestId })}`}
            {organization.phone && (
              <>
                {' · '}
                {t('help')} <a href={telAddress(organization.phone)}>{organization.phone}</a>
              </>
            )}
          </p>
        </>
      }
    >
      {text ?? t(`${kind}.text`)}
      {kind === 'maintenance' && <MaintenanceTimes />}
    </Plate>
  )
}

// Past a problem the portal is loaded anew, so these are plain anchors; one to the page itself also works without script.
function WayOn({ kind, way }: { kind: ProblemKind; way: Way }) {
  const t = useTranslations('app.problems.ways')
  const { signedIn } = useBoot()
  const address = useAddress()
  if (way === 'reload')
    return (
      <ButtonLink target="_self" href="">
        {t('reload')}
      </ButtonLink>
    )
  return (
    <>
      <ButtonLink target="_self" href={address('/')}>
        {t(way)}
      </ButtonLink>
      {kind === 'notFound' && signedIn && (
        <ButtonLink variant="second" href="/invoices">
          {t('invoices')}
        </ButtonLink>
      )}
    </>
  )
}

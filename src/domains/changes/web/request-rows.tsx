import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { Badge, type Tone } from '#kit/web/display/badge.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay, formatPower } from '#vocabulary/format.ts'
import type { ChangeSummary } from './change-summary.ts'
import type { ChangeableContract } from './changeable-contract.ts'
import { contractsKey } from './queries.ts'
import styles from './request-rows.module.css'

/** How many of the newest requests are shown, besides every older one that is still open. */
const maxShown = 5

const tones = {
  requested: 'notice',
  waiting_for_signature: 'warning',
  sent: 'notice',
  refused: 'negative',
} as const satisfies Partial<Record<ChangeSummary['state'], Tone>>

type RequestRowsProps = { contract: ChangeableContract; requests: readonly ChangeSummary[] }

/**
 * The requested changes with their state, newest first. Those that wait for a signature link to it or can be withdrawn.
 */
export function RequestRows({ contract, requests }: RequestRowsProps) {
  const t = useTranslations('changes.requests')
  return (
    <div className="stack">
      <h3 id="change-requests">{t('title')}</h3>
      <ul className={styles.rows} aria-labelledby="change-requests">
        {requests
          .filter(({ isOpen }, index) => isOpen || index < maxShown)
          .map((request) => (
            <li key={request.id}>
              <div>
                <p className={styles.what}>
                  {t('kinds', { kind: request.kind })} <RequestedValue request={request} />
                </p>
                <p className="small soft">
                  <RequestDates request={request} />
                </p>
                {request.waitsFor && <p className="small">{t(`waitsFor.${request.waitsFor}`)}</p>}
              </div>
              <RequestStatus request={request} />
              {request.signatureUrl && (
                <RequestActions contract={contract} request={request} signatureUrl={request.signatureUrl} />
              )}
            </li>
          ))}
      </ul>
    </div>
  )
}

/** Shows the requested powers, account or other value. */
function RequestedValue({ request: { powerWatts, account, value } }: { request: ChangeSummary }) {
  const locale = useLocale()
  const powers = [...new Set(powerWatts)].map((watts) => formatPower(watts, locale))
  const text = account ?? value ?? powers.join(' / ')
  return text ? <span className={value ? 'soft' : 'soft nowrap'}>{text}</span> : null
}

function RequestDates({ request: { state, requestedAt, updatedAt } }: { request: ChangeSummary }) {
  const t = useTranslations('changes.requests')
  const locale = useLocale()
  const dayText = (at: Date) => formatDay(calendarDayOf(at), locale)
  const requestedText = t('asked', { day: dayText(requestedAt) })
  return state === 'waiting_for_signature' || updatedAt.getTime() === requestedAt.getTime()
    ? requestedText
    : `${requestedText} · ${t('moved', { state, day: dayText(updatedAt) })}`
}

/** Shows the state of a request; a completed or withdrawn one as plain text. */
function RequestStatus({ request: { state, reason } }: { request: ChangeSummary }) {
  const t = useTranslations('changes.requests')
  if (state === 'done') return <span className="small soft nowrap">{t('states.done')}</span>
  if (reason === 'withdrawn') return <span className="small soft nowrap">{t('reasons.withdrawn')}</span>
  return <Badge tone={tones[state]}>{reason ? t(`reasons.${reason}`) : t(`states.${state}`)}</Badge>
}

function RequestActions({
  contract,
  request,
  signatureUrl,
}: {
  contract: ChangeableContract
  request: ChangeSummary
  signatureUrl: string
}) {
  const t = useTranslations('changes.requests')
  const disabledReason = useReadonlyReason()
  const { isPending, mutate } = useWithdrawal(contract, request)
  const subject = <span className="visually-hidden">{t('subject', { kind: request.kind })}</span>
  return (
    <div className={styles.ways}>
      <Button variant="quiet" isSmall isBusy={isPending} disabledReason={disabledReason} onClick={() => mutate()}>
        {t('withdraw')} {subject}
      </Button>
      <ButtonLink variant="second" isSmall href={signatureUrl}>
        {t('sign')} {subject}
      </ButtonLink>
    </div>
  )
}

/** Withdraws a request. If it has been signed meanwhile, the user sees that instead. */
function useWithdrawal({ name: contractName }: ChangeableContract, { id }: ChangeSummary) {
  const t = useTranslations('changes.requests')
  const send = useSend()
  const showToast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { withdrawChange } = await import('../api.ts')
      await send(withdrawChange, { params: { contractName, changeId: String(id) } })
    },
    onSuccess: () => showToast(t('withdrawn')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contractsKey }),
  })
}

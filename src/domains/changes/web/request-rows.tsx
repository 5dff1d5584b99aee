import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { Chip, type Tone } from '#kit/web/chip.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay, formatPower } from '#vocabulary/format.ts'
import type { ChangedContract } from './changed-contract.ts'
import { contractsKey } from './queries.ts'
import type { ReadChange } from './read-change.ts'
import styles from './request-rows.module.css'

/** So many of the newest are shown, and every older one that is still open. */
const mostShown = 5

const tones = {
  requested: 'notice',
  waiting_for_signature: 'warning',
  sent: 'notice',
  refused: 'negative',
} as const satisfies Partial<Record<ReadChange['state'], Tone>>

type RequestRowsProps = { contract: ChangedContract; requests: readonly ReadChange[] }

/** What was asked for and how it stands, the newest first; what waits to be signed leads there, or is taken back. */
export function RequestRows({ contract, requests }: RequestRowsProps) {
  const t = useTranslations('changes.requests')
  return (
    <div className="stack">
      <h3 id="change-requests">{t('title')}</h3>
      <ul className={styles.rows} aria-labelledby="change-requests">
        {requests
          .filter(({ isOpen }, place) => isOpen || place < mostShown)
          .map((request) => (
            <li key={request.id}>
              <div>
                <p className={styles.what}>
                  {t('kinds', { kind: request.kind })} <Asked request={request} />
                </p>
                <p className="small soft">
                  <When request={request} />
                </p>
              </div>
              <Standing request={request} />
              {request.signAt && <Ways contract={contract} request={request} signAt={request.signAt} />}
            </li>
          ))}
      </ul>
    </div>
  )
}

/** The powers, the account or another value that was asked for. */
function Asked({ request: { powerWatts, account, value } }: { request: ReadChange }) {
  const locale = useLocale()
  const powers = [...new Set(powerWatts)].map((watts) => formatPower(watts, locale))
  const asked = account ?? value ?? powers.join(' / ')
  return asked ? <span className={value ? 'soft' : 'soft nowrap'}>{asked}</span> : null
}

function When({ request: { state, askedAt, movedAt } }: { request: ReadChange }) {
  const t = useTranslations('changes.requests')
  const locale = useLocale()
  const written = (at: Date) => formatDay(calendarDayOf(at), locale)
  const asked = t('asked', { day: written(askedAt) })
  return state === 'waiting_for_signature' || movedAt.getTime() === askedAt.getTime()
    ? asked
    : `${asked} · ${t('moved', { state, day: written(movedAt) })}`
}

/** How it stands; what is done is plain. */
function Standing({ request: { state, reason } }: { request: ReadChange }) {
  const t = useTranslations('changes.requests')
  if (state === 'done') return <span className="small soft nowrap">{t('states.done')}</span>
  if (reason === 'withdrawn') return <span className="small soft nowrap">{t('reasons.withdrawn')}</span>
  return <Chip tone={tones[state]}>{reason ? t(`reasons.${reason}`) : t(`states.${state}`)}</Chip>
}

function Ways({ contract, request, signAt }: { contract: ChangedContract; request: ReadChange; signAt: string }) {
  const t = useTranslations('changes.requests')
  const whyNot = useReadonlyReason()
  const { isPending, mutate } = useWithdrawal(contract, request)
  const subject = <span className="visually-hidden">{t('subject', { kind: request.kind })}</span>
  return (
    <div className={styles.ways}>
      <Button variant="quiet" isSmall isBusy={isPending} whyNot={whyNot} onClick={() => mutate()}>
        {t('withdraw')} {subject}
      </Button>
      <ButtonLink variant="second" isSmall href={signAt}>
        {t('sign')} {subject}
      </ButtonLink>
    </div>
  )
}

/** Takes a request back; whoever has signed it meanwhile sees that instead. */
function useWithdrawal({ name: contractName }: ChangedContract, { id }: ReadChange) {
  const t = useTranslations('changes.requests')
  const send = useSend()
  const say = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { withdrawChange } = await import('../api.ts')
      await send(withdrawChange, { params: { contractName, changeId: String(id) } })
    },
    onSuccess: () => say(t('withdrawn')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contractsKey }),
  })
}

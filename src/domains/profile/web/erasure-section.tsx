import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Button } from '#kit/web/button.tsx'
import { Disclosure } from '#kit/web/disclosure.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { Erasure } from '../api.ts'
import type { ErasureObstacle, KeptUntil } from '../erasure-rules.ts'
import { isOpen } from '../rules.ts'
import styles from './profile-screen.module.css'
import { erasuresQuery } from './queries.ts'

const ErasureDialog = lazy(async () => ({ default: (await import('./erasure-dialog.tsx')).ErasureDialog }))

/** The erasure of own data: what stays all the same and why, how to ask for it, and how each request stands. */
export function ErasureSection() {
  const t = useTranslations('profile.erasure')
  const readonlyReason = useReadonlyReason()
  const { data } = useSuspenseQuery(erasuresQuery(useSend()))
  const [isAsking, setAsking] = useState(false)
  const hasOpen = data.items.some(({ state }) => isOpen(state))
  return (
    <>
      <p className="soft">{t('words')}</p>
      <Disclosure summary={t('removed.title')}>
        <ul className={styles.kept}>
          {(['access', 'contact', 'messages', 'files'] as const).map((removed) => (
            <li key={removed}>{t(`removed.${removed}`)}</li>
          ))}
        </ul>
      </Disclosure>
      <Disclosure summary={t('kept.title')}>
        <ul className={styles.kept}>
          {(['active', 'invoices', 'taxes', 'claims'] as const).map((reason) => (
            <li key={reason}>{t(`kept.${reason}`)}</li>
          ))}
        </ul>
        <p>{t('kept.blocked')}</p>
        <KeptToday until={data.keptUntil} />
      </Disclosure>
      {data.openContracts > 0 && <p className="note">{t('openContracts', { count: data.openContracts })}</p>}
      <Obstacles obstacles={data.obstacles} />
      {!hasOpen && (
        <div className="line">
          <Button variant="danger" whyNot={readonlyReason} onClick={() => setAsking(true)}>
            {t('start')}
          </Button>
        </div>
      )}
      {data.items.length > 0 && <Erasures erasures={data.items} />}
      {isAsking && (
        <Suspense>
          <ErasureDialog openContracts={data.openContracts} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Until when, were it done today; a contract that goes on moves it on. */
function KeptToday({ until: { books, claims } }: { until: KeptUntil }) {
  const t = useTranslations('profile.erasure.kept')
  const locale = useLocale()
  if (claims === null) return <p>{t('nothing')}</p>
  return (
    <>
      {books && <p>{t('booksUntil', { day: formatDay(books, locale) })}</p>}
      <p>{t('claimsUntil', { day: formatDay(claims, locale) })}</p>
    </>
  )
}

/** What has to end first, but for contracts, which are counted. */
function Obstacles({ obstacles }: { obstacles: readonly ErasureObstacle[] }) {
  const t = useTranslations('profile.erasure.obstacles')
  const others = obstacles.filter((obstacle) => obstacle !== 'open_contracts')
  if (others.length === 0) return null
  return (
    <div className="note">
      <p>{t('title')}</p>
      <ul>
        {others.map((obstacle) => (
          <li key={obstacle}>{t(obstacle)}</li>
        ))}
      </ul>
    </div>
  )
}

function Erasures({ erasures }: { erasures: Erasure[] }) {
  const t = useTranslations('profile.erasure')
  const locale = useLocale()
  const send = useSend()
  const say = useToast()
  const queries = useQueryClient()
  const readonlyReason = useReadonlyReason()
  const [withdrawing, setWithdrawing] = useState<number | null>(null)
  const outageText = useOutageText()
  const [failure, setFailure] = useState<unknown>(null)

  async function withdraw(id: number) {
    setWithdrawing(id)
    setFailure(null)
    try {
      const { withdrawErasure } = await import('../api.ts')
      await send(withdrawErasure, { params: { erasureId: String(id) } })
      say(t('withdrawn'))
    } catch (thrown) {
      setFailure(thrown)
    }
    await queries.invalidateQueries({ queryKey: erasuresQuery(send).queryKey })
    setWithdrawing(null)
  }

  const dayOf = (instant: string) => formatDay(calendarDayOf(new Date(instant)), locale)
  const columns: Column<Erasure>[] = [
    {
      key: 'number',
      header: t('columns.number'),
      kind: 'name',
      place: 'title',
      cell: ({ id }) => t('number', { number: id }),
    },
    { key: 'asked', header: t('columns.asked'), place: 'second', cell: ({ requested_at }) => dayOf(requested_at) },
    { key: 'state', header: t('columns.state'), place: 'titleEnd', cell: ({ state }) => t(`states.${state}`) },
    {
      key: 'answer',
      header: t('columns.answer'),
      place: 'note',
      cell: ({ state, answer, answer_by }) =>
        answer ?? (isOpen(state) ? t('answerBy', { day: formatDay(answer_by, locale) }) : '—'),
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      kind: 'actions',
      place: 'secondEnd',
      cell: ({ id, state }) =>
        isOpen(state) && (
          <Button
            variant="quiet"
            isSmall
            isBusy={withdrawing === id}
            whyNot={readonlyReason}
            onClick={() => void withdraw(id)}
          >
            {t('withdraw')}
          </Button>
        ),
    },
  ]
  return (
    <>
      <Failure>{failure !== null && (outageText(failure) ?? t('notDone'))}</Failure>
      <Table caption={t('mine')} columns={columns} rows={erasures} rowKey={({ id }) => id} />
    </>
  )
}

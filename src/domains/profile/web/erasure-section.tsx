import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DutyLine } from '#domains/duties/web/duty-line.tsx'
import { Button } from '#kit/web/action/button.tsx'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { Erasure } from '../api.ts'
import type { ErasureObstacle, RetainedUntil } from '../erasure-rules.ts'
import { isOpenErasure } from '../rules.ts'
import styles from './profile-screen.module.css'
import { erasuresQuery } from './queries.ts'

const ErasureDialog = lazyPart(async () => (await import('./request-erasure-dialog.tsx')).RequestErasureDialog)

/** The erasure of the user's data: what is retained and why, how to request it, and the status of each request. */
export function ErasureSection() {
  const t = useTranslations('profile.erasure')
  const readonlyReason = useReadonlyReason()
  const { data } = useSuspenseQuery(erasuresQuery(useSend()))
  const [isRequesting, setRequesting] = useState(false)
  const hasOpen = data.items.some(({ state }) => isOpenErasure(state))
  return (
    <>
      <p className="soft">{t('text')}</p>
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
        <RetentionPreview until={data.retainedUntil} />
      </Disclosure>
      {data.openContracts > 0 && <p className="note">{t('openContracts', { count: data.openContracts })}</p>}
      <OwnErasureObstacles obstacles={data.obstacles} />
      {!hasOpen && (
        <div className="line">
          <Button variant="danger" disabledReason={readonlyReason} onClick={() => setRequesting(true)}>
            {t('start')}
          </Button>
        </div>
      )}
      {data.items.length > 0 && <OwnErasuresTable erasures={data.items} />}
      {isRequesting && (
        <Suspense>
          <ErasureDialog openContracts={data.openContracts} onClose={() => setRequesting(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Shows until when data would be retained if it were erased today; an active contract postpones the day. */
function RetentionPreview({ until: { books, claims } }: { until: RetainedUntil }) {
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

/** Shows what has to end first, except contracts, which are counted. */
function OwnErasureObstacles({ obstacles }: { obstacles: readonly ErasureObstacle[] }) {
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

function OwnErasuresTable({ erasures }: { erasures: Erasure[] }) {
  const t = useTranslations('profile.erasure')
  const send = useSend()
  const toast = useToast()
  const queries = useQueryClient()
  const [withdrawing, setWithdrawing] = useState<number | null>(null)
  const outageText = useOutageText()
  const [failure, setFailure] = useState<unknown>(null)

  async function withdraw(id: number) {
    setWithdrawing(id)
    setFailure(null)
    try {
      const { withdrawErasure } = await import('../api.ts')
      await send(withdrawErasure, { params: { erasureId: String(id) } })
      toast(t('withdrawn'))
    } catch (thrown) {
      setFailure(thrown)
    }
    await queries.invalidateQueries({ queryKey: erasuresQuery(send).queryKey })
    setWithdrawing(null)
  }

  const columns = useColumns({ withdrawing, onWithdraw: withdraw })
  return (
    <>
      <ErrorBanner>{failure !== null && (outageText(failure) ?? t('notDone'))}</ErrorBanner>
      <Table caption={t('mine')} columns={columns} rows={erasures} rowKey={({ id }) => id} />
    </>
  )
}

type ErasureActions = {
  /** The id of the request that is being withdrawn. */
  withdrawing: number | null
  onWithdraw: (id: number) => Promise<void>
}

function useColumns({ withdrawing, onWithdraw }: ErasureActions): Column<Erasure>[] {
  const t = useTranslations('profile.erasure')
  const locale = useLocale()
  const readonlyReason = useReadonlyReason()
  const dayOf = (instant: string) => formatDay(calendarDayOf(new Date(instant)), locale)
  return [
    {
      key: 'number',
      header: t('columns.number'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id }) => t('number', { number: id }),
    },
    {
      key: 'asked',
      header: t('columns.asked'),
      listPosition: 'second',
      cell: ({ requested_at }) => dayOf(requested_at),
    },
    { key: 'state', header: t('columns.state'), listPosition: 'titleEnd', cell: ({ state }) => t(`states.${state}`) },
    {
      key: 'answer',
      header: t('columns.answer'),
      listPosition: 'note',
      cell: ({ answer, duty }) => answer ?? (duty ? <DutyLine duty={duty} /> : '—'),
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      kind: 'actions',
      listPosition: 'secondEnd',
      cell: ({ id, state }) =>
        isOpenErasure(state) && (
          <Button
            variant="quiet"
            isSmall
            isBusy={withdrawing === id}
            disabledReason={readonlyReason}
            onClick={() => void onWithdraw(id)}
          >
            {t('withdraw')}
          </Button>
        ),
    },
  ]
}

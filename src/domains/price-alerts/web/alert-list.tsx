import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { cross } from '#kit/web/icons.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { isExpired } from '../rules.ts'
import { alertsQuery, type ReadAlert, removeAlert, sendAlert } from './queries.ts'
import { useAlertWords } from './use-alert-words.ts'

type News =
  | { kind: 'deleted'; alert: ReadAlert }
  | { kind: 'failed'; what: 'alertDeleteError' | 'alertAddError'; thrown: unknown }

/** The own alerts with how each stands. One that is deleted can be had back. */
export function AlertList() {
  const t = useTranslations('price-alerts.alerts')
  const ofErrors = useTranslations('price-alerts.errors')
  const send = useSend()
  const queries = useQueryClient()
  const { nameOf } = useAlertWords()
  const columns = useColumns(remove)
  const { data: alerts } = useSuspenseQuery(alertsQuery(send))
  const outageText = useOutageText()
  const [news, setNews] = useState<News | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function remove(alert: ReadAlert) {
    await change(() => removeAlert(send, alert.id), { kind: 'deleted', alert }, 'alertDeleteError')
  }

  async function change(act: () => Promise<unknown>, done: News | null, what: 'alertDeleteError' | 'alertAddError') {
    if (isBusy) return
    setBusy(true)
    try {
      await act()
      await queries.invalidateQueries({ queryKey: alertsQuery(send).queryKey })
      setNews(done)
    } catch (thrown) {
      setNews({ kind: 'failed', what, thrown })
    }
    setBusy(false)
  }

  return (
    <>
      <Failure>{news?.kind === 'failed' && (outageText(news.thrown) ?? ofErrors(news.what))}</Failure>
      {news?.kind === 'deleted' && (
        <Banner
          tone="notice"
          isNews
          action={
            <Button
              variant="second"
              isSmall
              isBusy={isBusy}
              onClick={() => change(() => sendAlert(send, news.alert), null, 'alertAddError')}
            >
              {t('undo')}
            </Button>
          }
        >
          {t('deleted', { alert: nameOf(news.alert) })}
        </Banner>
      )}
      {alerts.length ? (
        <>
          <Table caption={t('caption')} columns={columns} rows={alerts} rowKey={({ id }) => id} />
          <p className="note">{t('once')}</p>
        </>
      ) : (
        <Empty title={t('emptyTitle')}>{t('empty')}</Empty>
      )}
    </>
  )
}

function useColumns(onDelete: (alert: ReadAlert) => void): Column<ReadAlert>[] {
  const t = useTranslations('price-alerts.alerts')
  const locale = useLocale()
  const { now } = useBoot()
  const readonlyReason = useReadonlyReason()
  const { priceOf, conditionOf, nameOf } = useAlertWords()
  const today = calendarDayOf(new Date(now))
  const currentOf = ({ last }: ReadAlert) =>
    last ? `${priceOf(last.price)} (${formatDay(last.day, locale)})` : t('noPrice')
  return [
    { key: 'product', header: t('product'), kind: 'name', place: 'title', cell: ({ product }) => product },
    {
      key: 'condition',
      header: t('condition'),
      place: 'second',
      cell: ({ type, limit }) => conditionOf(type, limit),
    },
    {
      key: 'current',
      header: t('current'),
      kind: 'number',
      cell: currentOf,
    },
    { key: 'current in a list', header: t('current'), place: 'note', isListOnly: true, cell: currentOf },
    {
      key: 'state',
      header: t('state'),
      place: 'titleEnd',
      cell: ({ isMet, lastTradingDay }) => {
        if (lastTradingDay !== null && isExpired(lastTradingDay, today))
          return t('expired', { day: formatDay(lastTradingDay, locale) })
        return isMet ? <Chip tone="notice">{t('met')}</Chip> : isMet === null ? null : t('waiting')
      },
    },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      place: 'last',
      cell: (alert) => (
        <Button
          variant="quiet"
          isSmall
          icon={cross}
          aria-label={t('delete', { alert: nameOf(alert) })}
          whyNot={readonlyReason}
          onClick={() => onDelete(alert)}
        >
          {t('deleteShort')}
        </Button>
      ),
    },
  ]
}

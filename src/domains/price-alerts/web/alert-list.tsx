import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { cross } from '#kit/web/graphics/icons.ts'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { isExpired } from '../rules.ts'
import { type AlertModel, alertsQuery, createAlert, removeAlert } from './queries.ts'
import { useAlertTexts } from './use-alert-texts.ts'

type AlertNotice =
  | { kind: 'deleted'; alert: AlertModel }
  | { kind: 'failed'; what: 'alertDeleteError' | 'alertAddError'; thrown: unknown }

/** Lists the user's alerts with their status. A deleted one can be restored. */
export function AlertList() {
  const t = useTranslations('price-alerts.alerts')
  const tErrors = useTranslations('price-alerts.errors')
  const send = useSend()
  const queries = useQueryClient()
  const columns = useColumns(remove)
  const { data: alerts } = useSuspenseQuery(alertsQuery(send))
  const outageText = useOutageText()
  const [notice, setNotice] = useState<AlertNotice | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function remove(alert: AlertModel) {
    await change(() => removeAlert(send, alert.id), { kind: 'deleted', alert }, 'alertDeleteError')
  }

  async function change(
    act: () => Promise<unknown>,
    done: AlertNotice | null,
    what: 'alertDeleteError' | 'alertAddError',
  ) {
    if (isBusy) return
    setBusy(true)
    try {
      await act()
      await queries.invalidateQueries({ queryKey: alertsQuery(send).queryKey })
      setNotice(done)
    } catch (thrown) {
      setNotice({ kind: 'failed', what, thrown })
    }
    setBusy(false)
  }

  return (
    <>
      <ErrorBanner>{notice?.kind === 'failed' && (outageText(notice.thrown) ?? tErrors(notice.what))}</ErrorBanner>
      {notice?.kind === 'deleted' && (
        <DeletedNotice
          alert={notice.alert}
          isBusy={isBusy}
          onRestore={() => change(() => createAlert(send, notice.alert), null, 'alertAddError')}
        />
      )}
      {alerts.length ? (
        <>
          <Table caption={t('caption')} columns={columns} rows={alerts} rowKey={({ id }) => id} />
          <p className="note">{t('once')}</p>
        </>
      ) : (
        <EmptyState title={t('emptyTitle')}>{t('empty')}</EmptyState>
      )}
    </>
  )
}

function useColumns(onDelete: (alert: AlertModel) => void): Column<AlertModel>[] {
  const t = useTranslations('price-alerts.alerts')
  const locale = useLocale()
  const { now } = useBoot()
  const readonlyReason = useReadonlyReason()
  const { priceOf, conditionOf, nameOf } = useAlertTexts()
  const today = calendarDayOf(new Date(now))
  const currentOf = ({ last }: AlertModel) =>
    last ? `${priceOf(last.price)} (${formatDay(last.day, locale)})` : t('noPrice')
  return [
    { key: 'product', header: t('product'), kind: 'name', listPosition: 'title', cell: ({ product }) => product },
    {
      key: 'condition',
      header: t('condition'),
      listPosition: 'second',
      cell: ({ type, limit }) => conditionOf(type, limit),
    },
    {
      key: 'current',
      header: t('current'),
      kind: 'number',
      cell: currentOf,
    },
    { key: 'current in a list', header: t('current'), listPosition: 'note', isListOnly: true, cell: currentOf },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ isMet, lastTradingDay }) => {
        if (lastTradingDay !== null && isExpired(lastTradingDay, today))
          return t('expired', { day: formatDay(lastTradingDay, locale) })
        return isMet ? <Badge tone="notice">{t('met')}</Badge> : isMet === null ? null : t('waiting')
      },
    },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (alert) => (
        <Button
          variant="quiet"
          isSmall
          icon={cross}
          aria-label={t('delete', { alert: nameOf(alert) })}
          disabledReason={readonlyReason}
          onClick={() => onDelete(alert)}
        >
          {t('deleteShort')}
        </Button>
      ),
    },
  ]
}

type DeletedNoticeProps = { alert: AlertModel; isBusy: boolean; onRestore: () => void }

function DeletedNotice({ alert, isBusy, onRestore }: DeletedNoticeProps) {
  const t = useTranslations('price-alerts.alerts')
  const { nameOf } = useAlertTexts()
  return (
    <Banner
      tone="notice"
      isAlert
      action={
        <Button variant="second" isSmall isBusy={isBusy} onClick={onRestore}>
          {t('undo')}
        </Button>
      }
    >
      {t('deleted', { alert: nameOf(alert) })}
    </Banner>
  )
}

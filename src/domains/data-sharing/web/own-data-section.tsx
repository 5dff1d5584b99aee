import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { downloadInvoice } from '#domains/invoices/downloads.ts'
import { DownloadLink } from '#kit/web/action/download-link.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { Pager } from '#kit/web/list/pager.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { OwnDataPeriod } from '../api.ts'
import { ownDataHref, parseOwnDataPage } from './own-data-page.ts'
import { ownDataKey, ownDataQuery } from './queries.ts'

/** The billed periods, each with the consumption of its hours to take, and when it was taken last. */
export function OwnDataSection() {
  const t = useTranslations('data-sharing.own')
  const page = parseOwnDataPage(useSearch({ strict: false }) as SearchParams)
  const { data: periods } = useSuspenseQuery(ownDataQuery(useSend(), page))
  const columns = usePeriodColumns()
  return (
    <section className="stack" aria-labelledby="own-data">
      <h2 id="own-data">{t('title')}</h2>
      <p className="soft">{t('about')}</p>
      {periods.items.length ? (
        <Table caption={t('caption')} columns={columns} rows={periods.items} rowKey={(row) => row.invoice_id} />
      ) : (
        <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>
      )}
      <Pager {...page} total={periods.n_items} hrefOf={ownDataHref} />
    </section>
  )
}

function usePeriodColumns(): Column<OwnDataPeriod>[] {
  const t = useTranslations('data-sharing.own')
  const locale = useLocale()
  const cache = useQueryClient()
  const dayOf = (day: string) => formatDay(day, locale)
  const takenOf = ({ taken_at: at }: OwnDataPeriod) => (at ? formatInstant(new Date(at), locale) : t('never'))
  return [
    {
      key: 'period',
      header: t('period'),
      kind: 'name',
      listPosition: 'title',
      cell: (row) => t('range', { from: dayOf(row.starts_on), until: dayOf(row.ends_on) }),
    },
    {
      key: 'contract',
      header: t('contract'),
      listPosition: 'second',
      cell: ({ contract, address }) => `${address} · ${contract}`,
    },
    { key: 'since', header: t('since'), cell: (row) => dayOf(row.available_since) },
    {
      key: 'sinceLine',
      header: t('since'),
      isListOnly: true,
      listPosition: 'note',
      cell: (row) => t('line', { since: dayOf(row.available_since) }),
    },
    { key: 'taken', header: t('taken'), cell: takenOf },
    {
      key: 'file',
      header: t('file'),
      kind: 'actions',
      listPosition: 'titleEnd',
      cell: (row) => (
        <DownloadLink
          call={downloadInvoice}
          params={{ id: String(row.invoice_id), type: 'curve_csv' }}
          label={t('download', { number: row.number })}
          onSaved={() => cache.invalidateQueries({ queryKey: ownDataKey })}
        />
      ),
    },
  ]
}

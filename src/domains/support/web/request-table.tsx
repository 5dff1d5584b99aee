import { useLocale, useTranslations } from 'use-intl'
import { Link } from '#kit/web/link.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { Request } from '../api.ts'
import { Standing } from './standing.tsx'
import { requestAddress, useRequestName } from './use-request-name.ts'

/** Cases and changes of contracts in one list, each with its way on. */
export function RequestTable({ requests }: { requests: readonly Request[] }) {
  const t = useTranslations('support.requests')
  return (
    <Table
      caption={t('table')}
      columns={useColumns()}
      rows={requests}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      hasStickyHead
    />
  )
}

function useColumns(): Column<Request>[] {
  const t = useTranslations('support.requests')
  const locale = useLocale()
  const dayOf = (instant: string) => formatDay(calendarDayOf(new Date(instant)), locale)
  return [
    {
      key: 'subject',
      header: t('columns.subject'),
      kind: 'name',
      place: 'title',
      cell: (row) => <Name request={row} />,
    },
    {
      key: 'category',
      header: t('columns.category'),
      place: 'note',
      cell: ({ category, number }) => (
        <>
          {category ?? t('change')}
          {number && (
            <>
              {' · '}
              <span className="nowrap">{number}</span>
            </>
          )}
        </>
      ),
    },
    {
      key: 'contract',
      header: t('columns.contract'),
      place: 'second',
      isNarrow: true,
      cell: ({ contract }) => contract?.full_address ?? '—',
    },
    { key: 'moved', header: t('columns.moved'), place: 'secondEnd', cell: ({ updated_at }) => dayOf(updated_at) },
    {
      key: 'state',
      header: t('columns.state'),
      place: 'titleEnd',
      cell: ({ state }) => <Standing state={state} />,
    },
  ]
}

function Name({ request }: { request: Request }) {
  const t = useTranslations('support.requests')
  const name = useRequestName()(request)
  const address = requestAddress(request)
  const words = request.kind === 'change' && request.signature_id ? `${name}: ${t('sign')}` : name
  return address ? <Link href={address}>{words}</Link> : words
}

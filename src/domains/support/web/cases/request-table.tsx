import { useLocale, useTranslations } from 'use-intl'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay, formatLabelled } from '#vocabulary/format.ts'
import type { RequestListItem } from '../../api.ts'
import { RequestStatusBadge } from './request-status-badge.tsx'
import { requestHref, useRequestName } from './use-request-name.ts'

/** Shows cases and contract changes in one list, each with its link. */
export function RequestTable({ requests }: { requests: readonly RequestListItem[] }) {
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

function useColumns(): Column<RequestListItem>[] {
  const t = useTranslations('support.requests')
  const locale = useLocale()
  const dayOf = (instant: string) => formatDay(calendarDayOf(new Date(instant)), locale)
  return [
    {
      key: 'subject',
      header: t('columns.subject'),
      kind: 'name',
      listPosition: 'title',
      cell: (row) => <RequestName request={row} />,
    },
    {
      key: 'category',
      header: t('columns.category'),
      listPosition: 'note',
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
      listPosition: 'second',
      isNarrow: true,
      cell: ({ contract }) => contract?.full_address ?? '—',
    },
    {
      key: 'moved',
      header: t('columns.moved'),
      listPosition: 'secondEnd',
      cell: ({ updated_at }) => dayOf(updated_at),
    },
    {
      key: 'state',
      header: t('columns.state'),
      listPosition: 'titleEnd',
      cell: ({ state, closure }) => <RequestStatusBadge state={state} closure={closure} />,
    },
  ]
}

function RequestName({ request }: { request: RequestListItem }) {
  const t = useTranslations('support.requests')
  const locale = useLocale()
  const name = useRequestName()(request)
  const address = requestHref(request)
  const text = request.kind === 'change' && request.signature_id ? formatLabelled(name, t('sign'), locale) : name
  return address ? <Link href={address}>{text}</Link> : text
}

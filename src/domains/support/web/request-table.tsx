import { useLocale, useTranslations } from 'use-intl'
import { Link } from '#kit/web/link.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { Request } from '../api.ts'
import { Standing } from './standing.tsx'

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
  const { kind, id, subject, change, signature_id: signatureId, contract } = request
  if (kind === 'case') return <Link href={`/requests/${id}`}>{subject}</Link>
  const name = t('changes', { kind: change ?? 'other' })
  if (signatureId)
    return (
      <Link href={`/signature/${signatureId}`}>
        {name}: {t('sign')}
      </Link>
    )
  return contract ? <Link href={`/contracts/${contract.type}/${encodeURIComponent(contract.name)}`}>{name}</Link> : name
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { CaseStatusBadge } from '#domains/support/desk/cases/web/case-status-badge.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { type LatestCase, latestCasesQuery } from './queries.ts'

/** The cases of a customer, open ones first, each with a link to its page. */
export function LatestCases({ taxId }: { taxId: string }) {
  const t = useTranslations('desk-customers.cases')
  const locale = useLocale()
  const { data } = useSuspenseQuery(latestCasesQuery(useSend(), taxId))
  if (!data.total) return <p className="soft">{t('none')}</p>
  const columns: Column<LatestCase>[] = [
    {
      key: 'subject',
      header: t('subject'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id, subject }) => <Link href={`/operator/cases/${id}`}>{subject}</Link>,
    },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ state }) => <CaseStatusBadge state={state} />,
    },
    { key: 'number', header: t('number'), listPosition: 'note', cell: ({ number }) => number },
    {
      key: 'opened',
      header: t('opened'),
      listPosition: 'second',
      cell: ({ opened_at: at }) => formatInstant(new Date(at), locale),
    },
  ]
  return <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Standing } from '#desks/cases/web/standing.tsx'
import { Link } from '#kit/web/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { type LatestCase, latestCasesQuery } from './queries.ts'

/** What a customer wrote about, those that wait first, each with the way to its page. */
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
      place: 'title',
      cell: ({ id, subject }) => <Link href={`/operator/cases/${id}`}>{subject}</Link>,
    },
    { key: 'state', header: t('state'), place: 'titleEnd', cell: ({ state }) => <Standing state={state} /> },
    { key: 'number', header: t('number'), place: 'note', cell: ({ number }) => number },
    {
      key: 'opened',
      header: t('opened'),
      place: 'second',
      cell: ({ opened_at: at }) => formatInstant(new Date(at), locale),
    },
  ]
  return <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Impersonation } from '../../own-sessions-api.ts'
import { impersonationsQuery } from '../queries.ts'

/** Lists when the retailer's staff impersonated the customer, and why. */
export function ImpersonationTable() {
  const t = useTranslations('session.looks')
  const locale = useLocale()
  const { data: impersonations } = useSuspenseQuery(impersonationsQuery(useSend()))
  if (!impersonations.length) return <p className="soft">{t('none')}</p>
  const columns: Column<Impersonation>[] = [
    {
      key: 'at',
      header: t('at'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ at }) => formatInstant(new Date(at), locale),
    },
    { key: 'reason', header: t('reason'), listPosition: 'note', cell: ({ reason }) => reason },
  ]
  return (
    <>
      <p className="soft">{t('about')}</p>
      <Table caption={t('caption')} columns={columns} rows={impersonations} rowKey={({ at }) => at} />
    </>
  )
}

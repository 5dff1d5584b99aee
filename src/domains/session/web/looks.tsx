import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { AccountLook } from '../api.ts'
import { looksQuery } from './queries.ts'

/** When the retailer's staff have seen the portal as the customer sees it, and why. */
export function Looks() {
  const t = useTranslations('session.looks')
  const locale = useLocale()
  const { data: looks } = useSuspenseQuery(looksQuery(useSend()))
  if (!looks.length) return <p className="soft">{t('none')}</p>
  const columns: Column<AccountLook>[] = [
    { key: 'at', header: t('at'), kind: 'name', place: 'title', cell: ({ at }) => formatInstant(new Date(at), locale) },
    { key: 'reason', header: t('reason'), place: 'note', cell: ({ reason }) => reason },
  ]
  return (
    <>
      <p className="soft">{t('about')}</p>
      <Table caption={t('caption')} columns={columns} rows={looks} rowKey={({ at }) => at} />
    </>
  )
}

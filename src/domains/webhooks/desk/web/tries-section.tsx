import { useLocale, useTranslations } from 'use-intl'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { DeliveryTry } from '../api.ts'
import { DeliveryReply } from './webhook-status-badges.tsx'
import styles from './webhooks.module.css'

/** All attempts of a delivery with their replies, newest first. */
export function TriesSection({ tries }: { tries: readonly DeliveryTry[] }) {
  const t = useTranslations('desk-webhooks')
  const locale = useLocale()
  const columns: Column<DeliveryTry>[] = [
    {
      key: 'at',
      header: t('tries.at'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ at }) => formatInstant(new Date(at), locale),
    },
    {
      key: 'answer',
      header: t('deliveries.answer'),
      listPosition: 'titleEnd',
      cell: (row) => <DeliveryReply {...row} />,
    },
    {
      key: 'duration',
      header: t('tries.duration'),
      kind: 'number',
      listPosition: 'secondEnd',
      cell: ({ duration_ms: count }) => (count === null ? '—' : t('tries.milliseconds', { count })),
    },
    {
      key: 'reply',
      header: t('delivery.reply'),
      listPosition: 'last',
      cell: ({ reply_cut: cut }) => cut && <pre className={styles.cut}>{cut}</pre>,
    },
  ]
  return (
    <section className="stack" aria-labelledby="tries-title">
      <h2 id="tries-title">{t('deliveries.tries')}</h2>
      {tries.length ? (
        <>
          <Table caption={t('tries.caption')} columns={columns} rows={tries} rowKey={({ id }) => id} />
          <p className="soft">{t('tries.cut')}</p>
        </>
      ) : (
        <p className="soft">{t('tries.none')}</p>
      )}
    </section>
  )
}

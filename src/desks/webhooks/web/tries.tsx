import { useLocale, useTranslations } from 'use-intl'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Try } from '../api.ts'
import { Answer } from './standing.tsx'
import styles from './webhooks.module.css'

/** Every try of a delivery with what came back, the last first. */
export function Tries({ tries }: { tries: readonly Try[] }) {
  const t = useTranslations('desk-webhooks')
  const locale = useLocale()
  const columns: Column<Try>[] = [
    {
      key: 'at',
      header: t('tries.at'),
      kind: 'name',
      place: 'title',
      cell: ({ at }) => formatInstant(new Date(at), locale),
    },
    { key: 'answer', header: t('deliveries.answer'), place: 'titleEnd', cell: (row) => <Answer {...row} /> },
    {
      key: 'duration',
      header: t('tries.duration'),
      kind: 'number',
      place: 'secondEnd',
      cell: ({ duration_ms: count }) => (count === null ? '—' : t('tries.milliseconds', { count })),
    },
    {
      key: 'reply',
      header: t('delivery.reply'),
      place: 'last',
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

import { useLocale, useTranslations } from 'use-intl'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { formatDecimal } from '#vocabulary/format.ts'
import { periodNameOf } from '#vocabulary/period-name.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { RevisionDetails } from '../api.ts'

type Price = RevisionDetails['prices'][number]

/** Every price before and after a change. */
export function PriceTable({ prices }: { prices: readonly Price[] }) {
  const t = useTranslations('revisions')
  const locale = useLocale()
  const nameOf = ({ term, period, periods }: Price) => {
    if (period === null) return t(`terms.${term}`)
    const word = periodNameOf(period as Period, periods)
    return `${t(`terms.${term}`)} · ${word ? t(`periods.${word}`) : `P${period}`}`
  }
  const write = ({ unit }: Price, price: string | null) =>
    price === null ? '—' : t(`units.${unit}`, { price: formatDecimal(price, locale) })
  const columns: Column<Price>[] = [
    { key: 'term', header: t('notice.term'), kind: 'name', listPosition: 'title', cell: nameOf },
    {
      key: 'before',
      header: t('notice.before'),
      kind: 'number',
      listPosition: 'second',
      cell: (price) => write(price, price.before),
    },
    {
      key: 'after',
      header: t('notice.after'),
      kind: 'number',
      listPosition: 'titleEnd',
      cell: (price) =>
        price.before === price.after ? write(price, price.after) : <strong>{write(price, price.after)}</strong>,
    },
  ]
  return (
    <section className="stack" aria-labelledby="prices">
      <h2 id="prices">{t('notice.prices')}</h2>
      <Table
        caption={t('notice.prices')}
        columns={columns}
        rows={prices}
        rowKey={({ term, period, unit }) => `${term} ${period} ${unit}`}
      />
      <p className="small soft">{t('notice.pricesNote')}</p>
    </section>
  )
}

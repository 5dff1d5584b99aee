import { useLocale, useTranslations } from 'use-intl'
import { type Column, Table } from '#kit/web/list/table.tsx'
import type { RevisionDetails } from '../api.ts'
import { namePrice, type RevisionTextOf, writePrice } from '../price-texts.ts'

type Price = RevisionDetails['prices'][number]

/** Every price before and after a change. */
export function PriceTable({ prices }: { prices: readonly Price[] }) {
  const t = useTranslations('revisions')
  const texts = { locale: useLocale(), t: t as RevisionTextOf }
  const columns: Column<Price>[] = [
    {
      key: 'term',
      header: t('priceTable.item'),
      kind: 'name',
      listPosition: 'title',
      cell: (price) => namePrice(price, texts.t),
    },
    {
      key: 'before',
      header: t('priceTable.before'),
      kind: 'number',
      cell: (price) => writePrice(price, price.before, texts),
    },
    {
      key: 'beforeInList',
      header: t('priceTable.before'),
      isListOnly: true,
      listPosition: 'second',
      cell: (price) => `${t('priceTable.before')}: ${writePrice(price, price.before, texts)}`,
    },
    {
      key: 'after',
      header: t('priceTable.after'),
      kind: 'number',
      listPosition: 'titleEnd',
      cell(price) {
        const after = writePrice(price, price.after, texts)
        return price.before === price.after ? after : <strong>{after}</strong>
      },
    },
  ]
  return (
    <section className="stack" aria-labelledby="prices">
      <h2 id="prices">{t('priceTable.title')}</h2>
      <Table
        caption={t('priceTable.title')}
        columns={columns}
        rows={prices}
        rowKey={({ term, period, unit }) => `${term} ${period} ${unit}`}
      />
      <p className="small soft">{t('priceTable.note')}</p>
    </section>
  )
}

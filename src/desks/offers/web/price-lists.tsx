import { useLocale, useTranslations } from 'use-intl'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import type { PriceList, ReadProduct } from '../api.ts'

type PriceListsProps = { product: ReadProduct; onChange: (list: PriceList) => void }

/** All price lists of a product, a table for each tariff; what has not begun can be changed. */
export function PriceLists({ product, onChange }: PriceListsProps) {
  const t = useTranslations('desk-offers.prices')
  const tariffs = [...new Set(product.price_lists.map(({ tariff }) => tariff))]
  if (!tariffs.length) return <Empty title={t('noneTitle')}>{t('noneWords')}</Empty>
  return tariffs.map((tariff) => (
    <section key={tariff} className="stack">
      <h3>{tariff}</h3>
      <Lists {...{ product, tariff, onChange }} />
    </section>
  ))
}

function Lists({ product, tariff, onChange }: PriceListsProps & { tariff: string }) {
  const t = useTranslations('desk-offers.prices')
  const locale = useLocale()
  const isGas = product.energy === 'gas'
  const all = (prices: readonly string[]) => prices.map((price) => formatDecimal(price, locale)).join(' · ')
  const fixedTerm = t(isGas ? 'fixed' : 'power')
  const columns: Column<PriceList>[] = [
    {
      key: 'from',
      header: t('from'),
      kind: 'name',
      place: 'title',
      cell: (list) => formatDay(list.valid_from, locale),
    },
    {
      key: 'standing',
      header: t('standing'),
      place: 'titleEnd',
      cell: ({ standing }) =>
        standing === 'planned' ? <Chip tone="warning">{t('standings.planned')}</Chip> : t(`standings.${standing}`),
    },
    {
      key: 'fixed',
      header: fixedTerm,
      place: 'second',
      cell: ({ prices: { standing } }) =>
        t(isGas ? 'fixedUnit' : 'powerUnit', {
          prices: all(standing.map(({ eur }) => eur)),
          per: standing[0]?.per ?? 'year',
        }),
    },
    {
      key: 'energy',
      header: t('energy'),
      place: 'note',
      cell: ({ prices }) => t('energyUnit', { prices: all(prices.energy) }),
    },
    {
      key: 'more',
      header: t('discounts'),
      cell: ({ prices: { standing_discount: fixed, energy_discount: energy } }) =>
        [
          fixed && t('discountOf', { term: fixedTerm, percent: formatDecimal(fixed, locale) }),
          energy && t('discountOf', { term: t('energy'), percent: formatDecimal(energy, locale) }),
        ]
          .filter(Boolean)
          .join(', ') || '—',
    },
    ...(isGas
      ? []
      : [
          {
            key: 'surplus',
            header: t('surplus'),
            cell: ({ prices }: PriceList) =>
              prices.surplus === null ? '—' : t('energyUnit', { prices: formatDecimal(prices.surplus, locale) }),
          },
        ]),
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      place: 'last',
      cell: (list) =>
        list.standing === 'planned' && (
          <Button
            variant="second"
            isSmall
            aria-label={t('changeOf', { tariff, from: formatDay(list.valid_from, locale) })}
            onClick={() => onChange(list)}
          >
            {t('change')}
          </Button>
        ),
    },
  ]
  const rows = product.price_lists.filter((list) => list.tariff === tariff)
  return <Table caption={t('caption', { tariff })} columns={columns} rows={rows} rowKey={(list) => list.valid_from} />
}

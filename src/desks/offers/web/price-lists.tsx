import { useLocale, useTranslations } from 'use-intl'
import { RoleButton } from '#desks/common/web/role-button.tsx'
import { Empty } from '#kit/web/absence.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { PriceList, ReadProduct } from '../api.ts'
import { priceRoles } from '../roles.ts'
import { usePriceWords } from './use-price-words.ts'

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
  const words = usePriceWords(product.energy)
  const isWaiting = product.waiting_approvals.some((waiting) => waiting.tariff === tariff)
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
      header: words.fixedTerm,
      place: 'second',
      cell: ({ prices }) => words.fixed(prices),
    },
    { key: 'energy', header: t('energy'), place: 'note', cell: ({ prices }) => words.energy(prices) },
    { key: 'more', header: t('discounts'), cell: ({ prices }) => words.discounts(prices) },
    ...(product.energy === 'gas'
      ? []
      : [{ key: 'surplus', header: t('surplus'), cell: ({ prices }: PriceList) => words.surplus(prices) }]),
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      place: 'last',
      cell: (list) =>
        list.standing === 'planned' &&
        !isWaiting && (
          <RoleButton
            roles={priceRoles}
            variant="second"
            isSmall
            aria-label={t('changeOf', { tariff, from: formatDay(list.valid_from, locale) })}
            onClick={() => onChange(list)}
          >
            {t('change')}
          </RoleButton>
        ),
    },
  ]
  const rows = product.price_lists.filter((list) => list.tariff === tariff)
  return <Table caption={t('caption', { tariff })} columns={columns} rows={rows} rowKey={(list) => list.valid_from} />
}

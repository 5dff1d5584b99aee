import { useLocale, useTranslations } from 'use-intl'
import { RoleButton } from '#kit/backoffice/web/role-button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { PriceList, ProductDetails } from '../api.ts'
import { priceRoles } from '../roles.ts'
import { usePriceTexts } from './use-price-texts.ts'

type PriceListsProps = { product: ProductDetails; onChange: (list: PriceList) => void }

/** All price lists of a product, in one table per tariff. Planned ones can be edited. */
export function PriceLists({ product, onChange }: PriceListsProps) {
  const t = useTranslations('desk-products.prices')
  const tariffs = [...new Set(product.price_lists.map(({ tariff }) => tariff))]
  if (!tariffs.length) return <EmptyState title={t('noneTitle')}>{t('noneText')}</EmptyState>
  return tariffs.map((tariff) => (
    <section key={tariff} className="stack">
      <h3>{tariff}</h3>
      <PriceListTable {...{ product, tariff, onChange }} />
    </section>
  ))
}

function PriceListTable({ product, tariff, onChange }: PriceListsProps & { tariff: string }) {
  const t = useTranslations('desk-products.prices')
  const locale = useLocale()
  const texts = usePriceTexts(product.energy)
  const isPending = product.waiting_approvals.some((pending) => pending.tariff === tariff)
  const columns: Column<PriceList>[] = [
    {
      key: 'from',
      header: t('from'),
      kind: 'name',
      listPosition: 'title',
      cell: (list) => formatDay(list.valid_from, locale),
    },
    {
      key: 'status',
      header: t('status'),
      listPosition: 'titleEnd',
      cell: ({ standing }) =>
        standing === 'planned' ? <Badge tone="warning">{t('statuses.planned')}</Badge> : t(`statuses.${standing}`),
    },
    {
      key: 'fixed',
      header: texts.fixedTerm,
      listPosition: 'second',
      cell: ({ prices }) => texts.fixed(prices),
    },
    { key: 'energy', header: t('energy'), listPosition: 'note', cell: ({ prices }) => texts.energy(prices) },
    { key: 'more', header: t('discounts'), cell: ({ prices }) => texts.discounts(prices) },
    ...(product.energy === 'gas'
      ? []
      : [{ key: 'surplus', header: t('surplus'), cell: ({ prices }: PriceList) => texts.surplus(prices) }]),
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (list) =>
        list.standing === 'planned' &&
        !isPending && (
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

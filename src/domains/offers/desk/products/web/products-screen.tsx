import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListFilter } from '#kit/backoffice/web/list-filter.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { RoleButton } from '#kit/backoffice/web/role-button.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { ListedProduct } from '../api.ts'
import { productRoles } from '../roles.ts'
import { productFilters } from '../rules.ts'
import { type ProductsView, productsQuery } from './queries.ts'
import { SaleStateBadge } from './sale-state-badge.tsx'

const NewProductDialog = lazy(async () => ({ default: (await import('./new-product-dialog.tsx')).NewProductDialog }))

const path = '/operator/products'
const energies = ['electricity', 'gas'] as const

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(productsQuery(send, viewOf(search)))
}

/** The products with their tariffs, and the start of their next prices. */
export function ProductsScreen() {
  const t = useTranslations('desk-products')
  const texts = useTranslations('desk-products.list')
  const view = useListView(viewOf)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <DeskList
        {...{ path, view, texts }}
        about={texts('about')}
        action={
          <RoleButton roles={productRoles} icon={plus} onClick={() => setAdding(true)}>
            {texts('add')}
          </RoleButton>
        }
        filters={
          <>
            <ListFilter
              name="energy"
              label={texts('energy')}
              value={view.energy}
              any={texts('anyEnergy')}
              options={energies.map((energy) => ({ value: energy, label: t(`energies.${energy}`) }))}
            />
            <ListFilter
              name="show"
              label={texts('show')}
              value={view.show}
              options={productFilters.map((show) => ({ value: show, label: texts(`shows.${show}`) }))}
            />
          </>
        }
      >
        <ProductsTable view={view} />
      </DeskList>
      {isAdding && (
        <Suspense>
          <NewProductDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

function ProductsTable({ view }: { view: ProductsView }) {
  const t = useTranslations('desk-products')
  const texts = useTranslations('desk-products.list')
  const locale = useLocale()
  const { data } = useSuspenseQuery(productsQuery(useSend(), view))
  const columns: Column<ListedProduct>[] = [
    {
      key: 'name',
      header: texts('name'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id, name, commercial_name: shown }) => (
        <>
          <Link href={`${path}/${id}`}>{shown ?? name}</Link> {shown && <span className="note">{name}</span>}
        </>
      ),
    },
    {
      key: 'sale',
      header: texts('sale'),
      listPosition: 'titleEnd',
      cell: ({ sale }) => <SaleStateBadge sale={sale} />,
    },
    { key: 'energy', header: texts('energy'), listPosition: 'second', cell: ({ energy }) => t(`energies.${energy}`) },
    {
      key: 'tariffs',
      header: texts('tariffs'),
      listPosition: 'note',
      cell: ({ tariffs }) => tariffs.join(', ') || '—',
    },
    {
      key: 'next',
      header: texts('next'),
      listPosition: 'last',
      cell: ({ next_prices_from: from }) => formatDay(from, locale),
    },
  ]
  return <ListTable {...{ path, view, texts, columns }} page={data} rowKey={({ id }) => id} />
}

function viewOf(search: SearchParams): ProductsView {
  return {
    ...listViewOf(search),
    energy: matchValue(energies, search.energy) ?? '',
    show: matchValue(productFilters, search.show) ?? 'current',
  }
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { ListFilter } from '#desks/common/web/list-filter.tsx'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { RoleButton } from '#desks/common/web/role-button.tsx'
import { plus } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Column } from '#kit/web/table.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { ListedProduct } from '../api.ts'
import { productRoles } from '../roles.ts'
import { productFilters } from '../rules.ts'
import { type ProductsView, productsQuery } from './queries.ts'
import { SaleChip } from './sale-chip.tsx'

const NewProductDialog = lazy(async () => ({ default: (await import('./new-product-dialog.tsx')).NewProductDialog }))

const path = '/operator/products'
const energies = ['electricity', 'gas'] as const

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(productsQuery(send, viewOf(search)))
}

/** What is sold: the products with their tariffs, and when their next prices begin. */
export function ProductsScreen() {
  const t = useTranslations('desk-offers')
  const words = useTranslations('desk-offers.list')
  const view = useListView(viewOf)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <DeskList
        {...{ path, view, words }}
        about={words('about')}
        action={
          <RoleButton roles={productRoles} icon={plus} onClick={() => setAdding(true)}>
            {words('add')}
          </RoleButton>
        }
        filters={
          <>
            <ListFilter
              name="energy"
              label={words('energy')}
              value={view.energy}
              any={words('anyEnergy')}
              options={energies.map((energy) => ({ value: energy, label: t(`energies.${energy}`) }))}
            />
            <ListFilter
              name="show"
              label={words('show')}
              value={view.show}
              options={productFilters.map((show) => ({ value: show, label: words(`shows.${show}`) }))}
            />
          </>
        }
      >
        <Found view={view} />
      </DeskList>
      {isAdding && (
        <Suspense>
          <NewProductDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

function Found({ view }: { view: ProductsView }) {
  const t = useTranslations('desk-offers')
  const words = useTranslations('desk-offers.list')
  const locale = useLocale()
  const { data } = useSuspenseQuery(productsQuery(useSend(), view))
  const columns: Column<ListedProduct>[] = [
    {
      key: 'name',
      header: words('name'),
      kind: 'name',
      place: 'title',
      cell: ({ id, name, commercial_name: shown }) => (
        <>
          <Link href={`${path}/${id}`}>{shown ?? name}</Link> {shown && <span className="note">{name}</span>}
        </>
      ),
    },
    { key: 'sale', header: words('sale'), place: 'titleEnd', cell: ({ sale }) => <SaleChip sale={sale} /> },
    { key: 'energy', header: words('energy'), place: 'second', cell: ({ energy }) => t(`energies.${energy}`) },
    {
      key: 'tariffs',
      header: words('tariffs'),
      place: 'note',
      cell: ({ tariffs }) => tariffs.join(', ') || '—',
    },
    {
      key: 'next',
      header: words('next'),
      place: 'last',
      cell: ({ next_prices_from: from }) => formatDay(from, locale),
    },
  ]
  return <ListTable {...{ path, view, words, columns }} found={data} rowKey={({ id }) => id} />
}

function viewOf(search: Search): ProductsView {
  return {
    ...listViewOf(search),
    energy: namedOf(energies, search.energy) ?? '',
    show: namedOf(productFilters, search.show) ?? 'current',
  }
}

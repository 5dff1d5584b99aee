import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { plus } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { ListedProduct } from '../api.ts'
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
  const view = viewOf(useSearch({ strict: false }) as Search)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <div className="line">
        <h1>{t('list.title')}</h1>
        <Button icon={plus} onClick={() => setAdding(true)}>
          {t('list.add')}
        </Button>
      </div>
      <p className="lead">{t('list.about')}</p>
      <SearchBox label={t('list.label')} submit={t('list.find')} value={view.q} path={path}>
        <NativeSelect
          key={`energy ${view.energy}`}
          name="energy"
          label={t('list.energy')}
          width="fit"
          defaultValue={view.energy}
          options={[
            { value: '', label: t('list.anyEnergy') },
            ...energies.map((energy) => ({ value: energy, label: t(`energies.${energy}`) })),
          ]}
        />
        <NativeSelect
          key={`show ${view.show}`}
          name="show"
          label={t('list.show')}
          width="fit"
          defaultValue={view.show}
          options={productFilters.map((show) => ({ value: show, label: t(`list.shows.${show}`) }))}
        />
      </SearchBox>
      <Retryable title={t('list.failedTitle')} words={t('list.failedWords')} resetKey={JSON.stringify(view)}>
        <Found view={view} />
      </Retryable>
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
  const locale = useLocale()
  const { data } = useSuspenseQuery(productsQuery(useSend(), view))
  if (!data.items.length)
    return (
      <Empty kind="filtered" title={t('list.noneTitle')}>
        {t('list.noneWords')}
      </Empty>
    )
  const columns: Column<ListedProduct>[] = [
    {
      key: 'name',
      header: t('list.name'),
      kind: 'name',
      place: 'title',
      cell: ({ id, name, commercial_name: shown }) => (
        <>
          <Link href={`${path}/${id}`}>{shown ?? name}</Link> {shown && <span className="note">{name}</span>}
        </>
      ),
    },
    { key: 'sale', header: t('list.sale'), place: 'titleEnd', cell: ({ sale }) => <SaleChip sale={sale} /> },
    { key: 'energy', header: t('list.energy'), place: 'second', cell: ({ energy }) => t(`energies.${energy}`) },
    {
      key: 'tariffs',
      header: t('list.tariffs'),
      place: 'note',
      cell: ({ tariffs }) => tariffs.join(', ') || '—',
    },
    {
      key: 'next',
      header: t('list.next'),
      place: 'last',
      cell: ({ next_prices_from: from }) => formatDay(from, locale),
    },
  ]
  const { q, energy, show, offset } = view
  return (
    <>
      <Table caption={t('list.caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      <ListPager path={path} view={{ q, energy, show }} offset={offset} total={data.total} />
    </>
  )
}

function viewOf(search: Search): ProductsView {
  const { q = '', energy, show } = search
  return {
    q: q.trim(),
    energy: energies.find((each) => each === energy) ?? '',
    show: productFilters.find((each) => each === show) ?? 'current',
    offset: offsetOf(search),
  }
}

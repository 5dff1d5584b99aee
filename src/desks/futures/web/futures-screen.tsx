import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { useMoney } from '#desks/common/web/use-money.ts'
import { Empty } from '#kit/web/absence.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { Link } from '#kit/web/link.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { ListedFuture } from '../api.ts'
import { futuresFilters } from '../rules.ts'
import { type FuturesView, futuresQuery } from './queries.ts'

const path = '/operator/futures'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(futuresQuery(send, viewOf(search)))
}

/** The futures that customers can be told of, with their last prices. */
export function FuturesScreen() {
  const t = useTranslations('desk-futures.list')
  const view = viewOf(useSearch({ strict: false }) as Search)
  return (
    <>
      <div className="line">
        <h1>{t('title')}</h1>
        <ButtonLink variant="second" href="/operator/imports">
          {t('import')}
        </ButtonLink>
      </div>
      <p className="lead">{t('about')}</p>
      <SearchBox label={t('label')} submit={t('find')} value={view.q} path={path}>
        <NativeSelect
          key={`show ${view.show}`}
          name="show"
          label={t('show')}
          width="fit"
          defaultValue={view.show}
          options={futuresFilters.map((show) => ({ value: show, label: t(`shows.${show}`) }))}
        />
      </SearchBox>
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey={JSON.stringify(view)}>
        <Found view={view} />
      </Retryable>
    </>
  )
}

function Found({ view }: { view: FuturesView }) {
  const t = useTranslations('desk-futures.list')
  const locale = useLocale()
  const money = useMoney()
  const { data } = useSuspenseQuery(futuresQuery(useSend(), view))
  if (!data.items.length)
    return (
      <Empty kind="filtered" title={t('noneTitle')}>
        {t('noneWords')}
      </Empty>
    )
  const columns: Column<ListedFuture>[] = [
    {
      key: 'name',
      header: t('name'),
      kind: 'name',
      place: 'title',
      cell: ({ id, name, title }) => (
        <>
          <Link href={`${path}/${id}`}>{name}</Link> {title && <span className="note">{title}</span>}
        </>
      ),
    },
    {
      key: 'state',
      header: t('state'),
      place: 'titleEnd',
      cell: ({ is_active: isActive }) => (isActive ? t('active') : <Chip tone="plain">{t('off')}</Chip>),
    },
    {
      key: 'delivery',
      header: t('delivery'),
      place: 'note',
      cell: ({ delivery_start: from, delivery_end: until }) =>
        t('deliveryOf', { from: formatDay(from, locale), until: formatDay(until, locale) }),
    },
    { key: 'lastDay', header: t('lastDay'), cell: ({ last_trading_day: day }) => formatDay(day, locale) },
    {
      key: 'price',
      header: t('price'),
      place: 'second',
      cell: ({ price, price_date: day }) =>
        price === null ? '—' : t('priceOf', { price: money(price), day: formatDay(day, locale) }),
    },
    { key: 'alerts', header: t('alerts'), kind: 'number', place: 'secondEnd', cell: ({ alerts }) => alerts },
  ]
  const { q, show, offset } = view
  return (
    <>
      <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      <ListPager path={path} view={{ q, show }} offset={offset} total={data.total} />
    </>
  )
}

function viewOf(search: Search): FuturesView {
  return {
    q: search.q?.trim() ?? '',
    show: futuresFilters.find((show) => show === search.show) ?? 'traded',
    offset: offsetOf(search),
  }
}

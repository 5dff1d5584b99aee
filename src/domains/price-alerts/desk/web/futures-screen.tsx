import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListFilter } from '#kit/backoffice/web/list-filter.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { useMoney } from '#kit/backoffice/web/use-money.ts'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import type { Column } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { ListedFuture } from '../api.ts'
import { futuresFilters } from '../rules.ts'
import { type FuturesView, futuresQuery } from './queries.ts'

const path = '/operator/futures'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(futuresQuery(send, viewOf(search)))
}

/** The futures offered in price alerts, with their last prices. */
export function FuturesScreen() {
  const t = useTranslations('desk-price-alerts.list')
  const view = useListView(viewOf)
  const importReason = useRoleDisabledReason(['administrator'])
  return (
    <DeskList
      {...{ path, view }}
      texts={t}
      about={t('about')}
      action={
        !importReason && (
          <ButtonLink variant="second" href="/operator/imports">
            {t('import')}
          </ButtonLink>
        )
      }
      filters={
        <ListFilter
          name="show"
          label={t('show')}
          value={view.show}
          options={futuresFilters.map((show) => ({ value: show, label: t(`shows.${show}`) }))}
        />
      }
    >
      <FuturesTable view={view} />
    </DeskList>
  )
}

function FuturesTable({ view }: { view: FuturesView }) {
  const t = useTranslations('desk-price-alerts.list')
  const locale = useLocale()
  const money = useMoney()
  const { data } = useSuspenseQuery(futuresQuery(useSend(), view))
  const columns: Column<ListedFuture>[] = [
    {
      key: 'name',
      header: t('name'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id, name, title }) => (
        <>
          <Link href={`${path}/${id}`}>{name}</Link> {title && <span className="note">{title}</span>}
        </>
      ),
    },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ is_active: isActive }) => (isActive ? t('active') : <Badge tone="plain">{t('off')}</Badge>),
    },
    {
      key: 'delivery',
      header: t('delivery'),
      listPosition: 'note',
      cell: ({ delivery_start: from, delivery_end: until }) =>
        t('deliveryOf', { from: formatDay(from, locale), until: formatDay(until, locale) }),
    },
    { key: 'lastDay', header: t('lastDay'), cell: ({ last_trading_day: day }) => formatDay(day, locale) },
    {
      key: 'price',
      header: t('price'),
      listPosition: 'second',
      cell: ({ price, price_date: day }) =>
        price === null ? '—' : t('priceOf', { price: money(price), day: formatDay(day, locale) }),
    },
    { key: 'alerts', header: t('alerts'), kind: 'number', listPosition: 'secondEnd', cell: ({ alerts }) => alerts },
  ]
  return <ListTable {...{ path, view, columns }} texts={t} page={data} rowKey={({ id }) => id} />
}

function viewOf(search: SearchParams): FuturesView {
  return { ...listViewOf(search), show: matchValue(futuresFilters, search.show) ?? 'traded' }
}

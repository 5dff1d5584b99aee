import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { futuresFilters } from '../rules.ts'
import { futuresQuery } from './queries.ts'

/** The futures offered in price alerts, with their last prices. */
const futuresPage = listPage({
  path: '/operator/futures',
  texts: 'desk-price-alerts.list',
  query: futuresQuery,
  useControls: () => ({ mayImport: useRoleDisabledReason(['administrator']) === undefined }),
  action: ({ t, controls: { mayImport } }) =>
    mayImport && (
      <ButtonLink variant="second" href="/operator/imports">
        {t('import')}
      </ButtonLink>
    ),
  filters: {
    show: { label: 'show', values: futuresFilters, initial: 'traded', nameOf: (show, t) => t(`shows.${show}`) },
  },
  columns: [
    {
      header: 'name',
      kind: 'name',
      listPosition: 'title',
      cell: ({ name }) => name,
      note: ({ title }) => title,
    },
    {
      header: 'state',
      listPosition: 'titleEnd',
      cell: ({ is_active: isActive }, { t }) => (isActive ? t('active') : <Badge tone="plain">{t('off')}</Badge>),
    },
    {
      header: 'delivery',
      listPosition: 'note',
      cell: ({ delivery_start: from, delivery_end: until }, { t, day }) =>
        t('deliveryOf', { from: day(from), until: day(until) }),
    },
    { header: 'lastDay', cell: ({ last_trading_day: last }, { day }) => day(last) },
    {
      header: 'price',
      listPosition: 'second',
      cell: ({ price, price_date: date }, { t, day, money }) =>
        price === null ? '—' : t('priceOf', { price: money(price), day: day(date) }),
    },
    { header: 'alerts', kind: 'number', listPosition: 'secondEnd', cell: ({ alerts }) => alerts },
  ],
  rowKey: ({ id }) => id,
  opens: ({ id }) => `/operator/futures/${id}`,
})

export const load = loadListPage(futuresPage)

export function FuturesScreen() {
  return <ListPageView page={futuresPage} />
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { ListFilter } from '#desks/common/web/list-filter.tsx'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { useRoleReason } from '#desks/common/web/use-role-reason.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Column } from '#kit/web/table.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { PaymentInList } from '../api.ts'
import { paymentRoles } from '../roles.ts'
import { paymentFilters } from '../rules.ts'
import { type PaymentsView, paymentsQuery } from './queries.ts'
import { Standing } from './standing.tsx'

const path = '/operator/payments'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(paymentsQuery(send, viewOf(search)))
}

/** What customers have paid by card or tried to, the last first. */
export function PaymentsScreen() {
  const t = useTranslations('desk-payments.list')
  const view = useListView(viewOf)
  const maySettle = useRoleReason(paymentRoles) === undefined
  return (
    <DeskList
      {...{ path, view }}
      words={t}
      hint={t('hint')}
      action={
        <span className="line">
          <Link href={`${path}/holds`}>{t('holds')}</Link>
          {maySettle && <Link href={`${path}/reports`}>{t('reports')}</Link>}
        </span>
      }
      filters={
        <ListFilter
          name="state"
          label={t('state')}
          value={view.state}
          options={paymentFilters.map((state) => ({ value: state, label: t(`filters.${state}`) }))}
        />
      }
    >
      <Found view={view} />
    </DeskList>
  )
}

function Found({ view }: { view: PaymentsView }) {
  const t = useTranslations('desk-payments.list')
  const locale = useLocale()
  const { data } = useSuspenseQuery(paymentsQuery(useSend(), view))
  const money = (euros: number) => formatMoney(Math.round(euros * 100), locale)
  const columns: Column<PaymentInList>[] = [
    {
      key: 'item',
      header: t('invoice'),
      kind: 'name',
      place: 'title',
      cell: ({ id, item }) => <Link href={`${path}/${id}`}>{item.number}</Link>,
    },
    { key: 'state', header: t('state'), place: 'titleEnd', cell: ({ state }) => <Standing state={state} /> },
    { key: 'holder', header: t('holder'), place: 'second', cell: ({ customer }) => customer.name },
    {
      key: 'amount',
      header: t('amount'),
      kind: 'number',
      place: 'secondEnd',
      cell: ({ amount }) => money(amount),
    },
    { key: 'contract', header: t('contract'), cell: ({ contract }) => contract ?? t('several') },
    { key: 'at', header: t('at'), place: 'note', cell: ({ at }) => formatInstant(new Date(at), locale) },
    {
      key: 'refund',
      header: t('refunded'),
      kind: 'number',
      place: 'last',
      cell: ({ refunded, has_open_refund: isOpen }) =>
        isOpen ? t('refundOpen') : refunded > 0 ? money(refunded) : '—',
    },
  ]
  const isNarrowed = view.q || view.state !== 'all'
  const none = isNarrowed ? undefined : <Empty title={t('noneTitle')}>{t('noneYet')}</Empty>
  return <ListTable {...{ path, view, columns, none }} words={t} found={data} rowKey={({ id }) => id} />
}

function viewOf(search: Search): PaymentsView {
  return { ...listViewOf(search), state: namedOf(paymentFilters, search.state) ?? 'all' }
}

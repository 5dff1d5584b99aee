import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListFilter } from '#kit/backoffice/web/list-filter.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import type { Column } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedPayment } from '../api.ts'
import { paymentRoles } from '../roles.ts'
import { paymentFilters } from '../rules.ts'
import { PaymentStatusBadge } from './payment-status-badge.tsx'
import { type PaymentsView, paymentsQuery } from './queries.ts'

const path = '/operator/payments'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(paymentsQuery(send, viewOf(search)))
}

/** The card payments and payment attempts of customers, newest first. */
export function PaymentsScreen() {
  const t = useTranslations('desk-payments.list')
  const view = useListView(viewOf)
  const maySettle = useRoleDisabledReason(paymentRoles) === undefined
  return (
    <DeskList
      {...{ path, view }}
      texts={t}
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
      <PaymentsTable view={view} />
    </DeskList>
  )
}

function PaymentsTable({ view }: { view: PaymentsView }) {
  const t = useTranslations('desk-payments.list')
  const locale = useLocale()
  const { data } = useSuspenseQuery(paymentsQuery(useSend(), view))
  const money = (euros: number) => formatMoney(Math.round(euros * 100), locale)
  const columns: Column<ListedPayment>[] = [
    {
      key: 'item',
      header: t('invoice'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id, item }) => <Link href={`${path}/${id}`}>{item.number}</Link>,
    },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ state }) => <PaymentStatusBadge state={state} />,
    },
    { key: 'holder', header: t('holder'), listPosition: 'second', cell: ({ customer }) => customer.name },
    {
      key: 'amount',
      header: t('amount'),
      kind: 'number',
      listPosition: 'secondEnd',
      cell: ({ amount }) => money(amount),
    },
    { key: 'contract', header: t('contract'), cell: ({ contract }) => contract ?? t('several') },
    { key: 'at', header: t('at'), listPosition: 'note', cell: ({ at }) => formatInstant(new Date(at), locale) },
    {
      key: 'refund',
      header: t('refunded'),
      kind: 'number',
      listPosition: 'last',
      cell: ({ refunded, has_open_refund: isOpen }) =>
        isOpen ? t('refundOpen') : refunded > 0 ? money(refunded) : '—',
    },
  ]
  const isNarrowed = view.q || view.state !== 'all'
  const none = isNarrowed ? undefined : <EmptyState title={t('noneTitle')}>{t('noneYet')}</EmptyState>
  return <ListTable {...{ path, view, columns, none }} texts={t} page={data} rowKey={({ id }) => id} />
}

function viewOf(search: SearchParams): PaymentsView {
  return { ...listViewOf(search), state: matchValue(paymentFilters, search.state) ?? 'all' }
}

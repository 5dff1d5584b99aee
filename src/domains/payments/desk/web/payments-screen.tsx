import { maxMatchingCustomers } from '#kit/backoffice/list-limits.ts'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import { paymentRoles } from '../roles.ts'
import { paymentFilters } from '../rules.ts'
import { PaymentStatusBadge } from './payment-status-badge.tsx'
import { paymentsQuery } from './queries.ts'

const path = '/operator/payments'

/** The card payments and payment attempts of customers, newest first. */
const paymentsPage = listPage({
  path,
  texts: 'desk-payments.list',
  maxMatches: maxMatchingCustomers,
  query: paymentsQuery,
  useControls: () => ({ maySettle: useRoleDisabledReason(paymentRoles) === undefined }),
  action: ({ t, controls: { maySettle } }) => (
    <span className="line">
      <Link href={`${path}/holds`}>{t('holds')}</Link>
      {maySettle && <Link href={`${path}/reports`}>{t('reports')}</Link>}
    </span>
  ),
  filters: {
    state: {
      label: 'state',
      values: paymentFilters,
      initial: 'all',
      nameOf: (state, t) => t(`filters.${state}`),
    },
  },
  columns: [
    { header: 'invoice', kind: 'name', listPosition: 'title', cell: ({ item }) => item.number },
    { header: 'state', listPosition: 'titleEnd', cell: ({ state }) => <PaymentStatusBadge state={state} /> },
    { header: 'holder', listPosition: 'second', cell: ({ customer }) => customer.name },
    { header: 'amount', kind: 'number', listPosition: 'secondEnd', cell: ({ amount }, { money }) => money(amount) },
    { header: 'contract', cell: ({ contract }, { t }) => contract ?? t('several') },
    { header: 'at', listPosition: 'note', cell: ({ at }, { instant }) => instant(at) },
    {
      header: 'refunded',
      kind: 'number',
      listPosition: 'last',
      cell: ({ refunded, has_open_refund: isOpen }, { t, money }) =>
        isOpen ? t('refundOpen') : refunded > 0 ? money(refunded) : '—',
    },
  ],
  rowKey: ({ id }) => id,
  opens: ({ id }) => `${path}/${id}`,
})

export const load = loadListPage(paymentsPage)

export function PaymentsScreen() {
  return <ListPageView page={paymentsPage} />
}

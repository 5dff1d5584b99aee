import { maxSearchResults } from '#domains/customers/customer-search.ts'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { customerSearchQuery } from './queries.ts'

/** The search for customers by any known identifier. */
const customersPage = listPage({
  path: '/operator/customers',
  texts: 'desk-customers.search',
  maxMatches: maxSearchResults,
  query: customerSearchQuery,
  // Two letters match half of the customers, one would match nearly all.
  minSearch: { length: 2, title: 'shortTitle', text: 'shortText' },
  columns: [
    { header: 'name', kind: 'name', listPosition: 'title', cell: ({ name }) => name },
    {
      header: 'taxId',
      listPosition: 'second',
      cell: ({ tax_id: taxId, is_claim: isClaim }, { t }) => (isClaim ? t('claimedTaxId', { taxId }) : taxId),
    },
    { header: 'email', listPosition: 'note', cell: ({ email }) => email ?? '—' },
    { header: 'contracts', kind: 'number', listPosition: 'titleEnd', cell: ({ contracts }) => contracts },
    {
      header: 'foundBy',
      listPosition: 'last',
      cell: (row, { t }) => t(`ways.${row.found_by}`, { found: row.found }),
    },
  ],
  rowKey: ({ id }) => id,
  opens: ({ id }) => `/operator/customers/${id}`,
})

export const load = loadListPage(customersPage)

export function CustomersScreen() {
  return <ListPageView page={customersPage} />
}

import { maxMatchingCustomers } from '#kit/backoffice/list-limits.ts'
import { LabelledNotes } from '#kit/backoffice/web/labelled-notes.tsx'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { SelectRow, useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import { faultKinds } from '../../bill-check.ts'
import { holdRoles } from '../roles.ts'
import { holdFilters } from '../rules.ts'
import { BulkActs } from './bulk-acts.tsx'
import { heldBillsQuery } from './queries.ts'

/** The bills that their check holds back, by state and fault, newest first. */
const heldBillsPage = listPage({
  path: '/operator/held-bills',
  texts: 'desk-bill-checks',
  maxMatches: maxMatchingCustomers,
  query: heldBillsQuery,
  useControls: () => ({
    selection: useRowSelection<number>(),
    disabledReason: useRoleDisabledReason(holdRoles),
  }),
  filters: {
    state: {
      label: 'columns.state',
      values: holdFilters,
      initial: 'held',
      nameOf: (state, t) => t(`filters.${state}`),
      areTabs: true,
    },
    fault: {
      label: 'columns.faults',
      any: 'anyFault',
      values: faultKinds,
      nameOf: (fault, t) => t(`faults.${fault}`),
    },
  },
  columns: [
    {
      header: 'columns.select',
      kind: 'actions',
      listPosition: 'beside',
      cell: ({ id, number }, { t, controls: { selection } }) => (
        <SelectRow
          label={t('select', { name: number })}
          isSelected={selection.isSelected(id)}
          onToggle={() => selection.toggle(id)}
        />
      ),
    },
    { header: 'columns.invoice', kind: 'name', listPosition: 'title', cell: ({ number }) => number },
    {
      header: 'columns.customer',
      listPosition: 'second',
      cell: ({ customer }) => <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>,
    },
    {
      header: 'columns.amount',
      kind: 'number',
      listPosition: 'secondEnd',
      cell: ({ amount }, { money }) => money(amount),
    },
    {
      header: 'columns.faults',
      listPosition: 'note',
      cell: ({ faults }, { t }) => faults.map((fault) => t(`faults.${fault}`)).join(', '),
    },
    { header: 'columns.state', listPosition: 'titleEnd', cell: ({ state }, { t }) => t(`states.${state}`) },
    {
      header: 'columns.summary',
      listPosition: 'note',
      cell: ({ difference, held_on: on, decided_by: decidedBy }, { t, money, day }) => (
        <LabelledNotes
          notes={[
            { label: t('columns.difference'), text: money(difference) },
            { label: t('columns.held'), text: day(on) },
            { label: t('columns.decided'), text: decidedBy?.name ?? null },
          ]}
        />
      ),
    },
  ],
  rowKey: ({ id }) => id,
  after: ({ items }, { controls: { selection, disabledReason } }) => (
    <BulkActs {...{ selection, disabledReason }} ids={items.map(({ id }) => id)} />
  ),
})

export const load = loadListPage(heldBillsPage)

export function BillChecksDeskScreen() {
  return <ListPageView page={heldBillsPage} />
}

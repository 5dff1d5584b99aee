import { useSuspenseQuery } from '@tanstack/react-query'
import { SavedFilters } from '#domains/operators/desk/saved-filters/web/saved-filters.tsx'
import { maxMatchingCustomers } from '#kit/backoffice/list-limits.ts'
import { assigneeFilter } from '#kit/backoffice/web/assignee-filter.tsx'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { SelectRow, useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { Badge } from '#kit/web/display/badge.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { exportDebts } from '../downloads.ts'
import { debtRoles } from '../roles.ts'
import { debtFilters } from '../rules.ts'
import { BulkActs } from './bulk-acts.tsx'
import { DebtNotes, PaperCell } from './debt-cells.tsx'
import { DebtFiles } from './debt-files.tsx'
import { MarkUnderbilling } from './mark-underbilling.tsx'
import { debtChoicesQuery, managedDebtsQuery } from './queries.ts'

/** The debts of contracts by step, those to be suspended first. */
const debtsPage = listPage({
  path: '/operator/collections',
  texts: 'desk-collections',
  maxMatches: maxMatchingCustomers,
  query: managedDebtsQuery,
  otherQueries: [debtChoicesQuery],
  SavedViews: SavedFilters,
  useControls: () => ({ selection: useRowSelection<number>(), disabledReason: useRoleDisabledReason(debtRoles) }),
  filters: {
    step: {
      label: 'columns.step',
      values: debtFilters,
      initial: 'open',
      nameOf: (step, t) => (step === 'open' ? t('allOpen') : t(`steps.${step}`)),
    },
    assignee: assigneeFilter({
      ...{ texts: 'desk-collections', label: 'columns.assignee' },
      useOperators: () => useSuspenseQuery(debtChoicesQuery(useSend())).data.operators,
    }),
  },
  exported: { call: exportDebts, label: 'export', hint: 'exportHint' },
  columns: [
    {
      header: 'columns.select',
      kind: 'actions',
      listPosition: 'beside',
      cell: ({ id, contract }, { t, controls: { selection } }) => (
        <SelectRow
          value={String(id)}
          label={t('select', { name: contract })}
          isSelected={selection.isSelected(id)}
          onToggle={() => selection.toggle(id)}
        />
      ),
    },
    { header: 'columns.contract', kind: 'name', listPosition: 'title', cell: ({ contract }) => contract },
    {
      header: 'columns.customer',
      listPosition: 'second',
      cell: ({ customer }) => <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>,
    },
    { header: 'columns.owed', kind: 'number', listPosition: 'secondEnd', cell: ({ owed }, { money }) => money(owed) },
    {
      header: 'columns.step',
      listPosition: 'titleEnd',
      cell: ({ step, stops, has_social_bonus: hasBonus }, { t }) => (
        <>
          <Badge tone={step === 'announced' || step === 'suspended' ? 'negative' : 'warning'}>
            {t(`steps.${step}`)}
          </Badge>
          {stops.map(({ reason, case_id: caseId }) => (
            <p key={`${reason} ${caseId}`} className="soft">
              {caseId === null ? (
                t(`stops.${reason}`)
              ) : (
                <Link href={`/operator/cases/${caseId}`}>{t(`stops.${reason}`)}</Link>
              )}
            </p>
          ))}
          {hasBonus && <p className="soft">{t('acts.social_bonus')}</p>}
        </>
      ),
    },
    { header: 'columns.paper', listPosition: 'note', cell: (debt) => <PaperCell debt={debt} /> },
    { header: 'columns.summary', listPosition: 'note', cell: (debt) => <DebtNotes debt={debt} /> },
  ],
  rowKey: ({ id }) => id,
  after: ({ items }, { controls: { selection, disabledReason } }) => (
    <>
      {items.length > 0 && <BulkActs {...{ selection, disabledReason }} ids={items.map(({ id }) => id)} />}
      <DebtFiles disabledReason={disabledReason} />
      <MarkUnderbilling disabledReason={disabledReason} />
    </>
  ),
})

export const load = loadListPage(debtsPage)

export function CollectionsDeskScreen() {
  return <ListPageView page={debtsPage} />
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { SavedFilters } from '#domains/operators/desk/saved-filters/web/saved-filters.tsx'
import { maxMatchingCustomers } from '#kit/backoffice/list-limits.ts'
import { assigneeFilter } from '#kit/backoffice/web/assignee-filter.tsx'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { SelectRow, useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { exportCases } from '../downloads.ts'
import { caseFilters, parseCategoryFilter } from '../rules.ts'
import { BulkActs } from './bulk-acts.tsx'
import { CareReports } from './care-reports.tsx'
import { CaseStatusBadge, DueDay } from './case-status-badge.tsx'
import { casesQuery, choicesQuery } from './queries.ts'

/** The cases of all customers, those that ask for a supervisor first, then late ones. */
const casesPage = listPage({
  path: '/operator/cases',
  texts: 'desk-cases',
  list: 'list',
  maxMatches: maxMatchingCustomers,
  query: casesQuery,
  otherQueries: [choicesQuery],
  SavedViews: SavedFilters,
  useControls: () => ({ selection: useRowSelection<number>() }),
  filters: {
    state: {
      label: 'list.state',
      values: caseFilters,
      initial: 'open',
      nameOf: (state, t) =>
        state === 'open' || state === 'all' || state === 'calls' || state === 'letters'
          ? t(`list.${state}`)
          : t(`states.${state}`),
    },
    category: {
      label: 'list.category',
      any: 'list.anyCategory',
      useOptions: useCategoryOptions,
      parse: (category) => (parseCategoryFilter(category) ? category : undefined),
    },
    assignee: assigneeFilter({
      ...{ texts: 'desk-cases', label: 'list.assignedTo' },
      useOperators: () => useSuspenseQuery(choicesQuery(useSend())).data.operators,
    }),
  },
  exported: { call: exportCases, label: 'list.export', hint: 'list.exportHint' },
  columns: [
    {
      header: 'list.select',
      kind: 'actions',
      listPosition: 'beside',
      cell: ({ id, number }, { t, controls: { selection } }) => (
        <SelectRow
          value={String(id)}
          label={t('list.selectCase', { number })}
          isSelected={selection.isSelected(id)}
          onToggle={() => selection.toggle(id)}
        />
      ),
    },
    {
      header: 'list.subject',
      kind: 'name',
      listPosition: 'title',
      cell: ({ subject }) => subject,
      note: ({ number, category }) => (
        <>
          <span className="nowrap">{number}</span>
          {category && ` · ${category}`}
        </>
      ),
    },
    {
      header: 'list.state',
      listPosition: 'titleEnd',
      cell: ({ state, closure }) => <CaseStatusBadge state={state} closure={closure} />,
    },
    {
      header: 'list.holder',
      listPosition: 'second',
      cell: ({ customer, email }, { t }) => customer?.name ?? (email ? t('list.noCustomer', { email }) : '—'),
    },
    {
      header: 'list.due',
      listPosition: 'last',
      cell: ({ clock, due_on: due, due_at: at = null, supervisor_due_on: day, call_at: call }, { t, locale }) => (
        <>
          <DueDay clock={clock} day={due} at={at} />
          {day && (
            <p>
              <Badge tone="negative">{t('list.supervisorBy', { day: formatDay(day, locale) })}</Badge>
            </p>
          )}
          {call && <p className="soft">{t('list.callAt', { at: formatInstant(new Date(call), locale) })}</p>}
        </>
      ),
    },
    { header: 'list.assignee', cell: ({ assignee }, { t }) => assignee?.name ?? t('list.nobody') },
  ],
  rowKey: ({ id }) => id,
  opens: ({ id }) => `/operator/cases/${id}`,
  after: ({ items }, { controls: { selection } }) => (
    <>
      {items.length > 0 && <BulkActs ids={items.map(({ id }) => id)} selection={selection} />}
      <CareReports />
    </>
  ),
})

export const load = loadListPage(casesPage)

export function CasesScreen() {
  return <ListPageView page={casesPage} />
}

function useCategoryOptions() {
  const { data: choices } = useSuspenseQuery(choicesQuery(useSend()))
  return choices.categories.map(({ code, name }) => ({ value: code, label: name }))
}

import { useTranslations } from 'use-intl'
import { maxMatchingCustomers } from '#kit/backoffice/list-limits.ts'
import { LabelledNotes } from '#kit/backoffice/web/labelled-notes.tsx'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { SelectRow, useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { useMoney } from '#kit/backoffice/web/use-money.ts'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { returnCauses } from '../../return-reasons.ts'
import type { ManagedReturn } from '../api.ts'
import { exportReturns } from '../downloads.ts'
import { returnRoles } from '../roles.ts'
import { returnFilters } from '../rules.ts'
import { BulkActs } from './bulk-acts.tsx'
import { MatchDialog } from './match-dialog.tsx'
import { managedReturnsQuery } from './queries.ts'

/** The direct debits that came back, by state and cause, newest first. */
const returnsPage = listPage({
  path: '/operator/debit-returns',
  texts: 'desk-debit-returns',
  maxMatches: maxMatchingCustomers,
  query: managedReturnsQuery,
  useControls: () => ({
    ...useOpenDialog<ManagedReturn>(),
    selection: useRowSelection<number>(),
    disabledReason: useRoleDisabledReason(returnRoles),
  }),
  filters: {
    state: {
      label: 'columns.state',
      values: returnFilters,
      initial: 'unmatched',
      nameOf: (state, t) => t(`filters.${state}`),
      areTabs: true,
    },
    cause: {
      label: 'columns.cause',
      any: 'anyCause',
      values: returnCauses,
      nameOf: (cause, t) => t(`causes.${cause}`),
    },
  },
  exported: { call: exportReturns, label: 'export', hint: 'exportHint' },
  columns: [
    {
      header: 'columns.select',
      kind: 'actions',
      listPosition: 'beside',
      cell: ({ id, invoice, reference }, { t, controls: { selection } }) => (
        <SelectRow
          label={t('select', { name: invoice?.number ?? reference ?? String(id) })}
          isSelected={selection.isSelected(id)}
          onToggle={() => selection.toggle(id)}
        />
      ),
    },
    {
      header: 'columns.invoice',
      kind: 'name',
      listPosition: 'title',
      cell: ({ invoice, reference }, { t }) => invoice?.number ?? reference ?? t('noReference'),
    },
    {
      header: 'columns.customer',
      listPosition: 'second',
      cell: ({ customer, debtor }) =>
        customer ? <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link> : (debtor ?? '—'),
    },
    {
      header: 'columns.amount',
      kind: 'number',
      listPosition: 'secondEnd',
      cell: ({ amount }, { money }) => money(amount),
    },
    {
      header: 'columns.cause',
      listPosition: 'note',
      cell: ({ cause, code }, { t }) => (
        <>
          {t(`causes.${cause}`)} <span className="soft">{code}</span>
        </>
      ),
    },
    { header: 'columns.returned', cell: ({ returned_on: on }, { day }) => day(on) },
    { header: 'columns.state', listPosition: 'titleEnd', cell: (row) => <ReturnStatus row={row} /> },
    { header: 'columns.assignee', cell: ({ assignee }) => assignee?.name ?? '—' },
    {
      header: 'columns.summary',
      isListOnly: true,
      listPosition: 'note',
      cell: ({ returned_on: on, assignee }, { t, day }) => (
        <LabelledNotes
          notes={[
            { label: t('columns.returned'), text: day(on) },
            { label: t('columns.assignee'), text: assignee?.name ?? null },
          ]}
        />
      ),
    },
    {
      header: 'columns.actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (row, { t, controls: { open, disabledReason } }) =>
        row.state !== 'matched' && (
          <Button variant="second" isSmall disabledReason={disabledReason} onClick={() => open(row)}>
            {t('match.open')}
          </Button>
        ),
    },
  ],
  rowKey: ({ id }) => id,
  after: ({ items }, { controls: { edit, close, selection, disabledReason } }) => (
    <>
      <BulkActs {...{ selection, disabledReason }} ids={items.map(({ id }) => id)} />
      {edit && <MatchDialog returned={edit} onClose={close} />}
    </>
  ),
})

export const load = loadListPage(returnsPage)

export function DebitReturnsDeskScreen() {
  return <ListPageView page={returnsPage} />
}

function ReturnStatus({ row: { state, invoice, unmatched_reason: reason } }: { row: ManagedReturn }) {
  const t = useTranslations('desk-debit-returns')
  const money = useMoney()
  if (state === 'dismissed') return t('states.dismissed')
  if (state === 'matched')
    return invoice && invoice.owed > 0 ? (
      <Badge tone="negative">{t('owed', { amount: money(invoice.owed) })}</Badge>
    ) : (
      t('settled')
    )
  return (
    <>
      <Badge tone="warning">{t('states.unmatched')}</Badge>
      {reason && <p className="soft">{t(`unmatched.${reason}`)}</p>}
    </>
  )
}

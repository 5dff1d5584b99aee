import { useTranslations } from 'use-intl'
import { maxMatchingCustomers } from '#kit/backoffice/list-limits.ts'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { ListedSwitch } from '../api.ts'
import { switchFilters } from '../rules.ts'
import { switchesQuery } from './queries.ts'
import { StepDialog } from './step-dialog.tsx'

/** The switches under way: those that the distributor has rejected, all, and those that are late. */
const switchesPage = listPage({
  path: '/operator/switches',
  texts: 'desk-switches',
  maxMatches: maxMatchingCustomers,
  query: switchesQuery,
  useControls: () => useOpenDialog<ListedSwitch>(),
  filters: {
    state: {
      label: 'columns.state',
      values: switchFilters,
      initial: 'rejected',
      nameOf: (state, t) => t(`filters.${state}`),
      areTabs: true,
    },
  },
  columns: [
    { header: 'columns.contract', kind: 'name', listPosition: 'title', cell: ({ contract }) => contract.name },
    {
      header: 'columns.customer',
      listPosition: 'second',
      cell: ({ customer }) => <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>,
    },
    { header: 'columns.state', listPosition: 'note', cell: (row) => <SwitchStatus row={row} /> },
    { header: 'columns.requested', cell: ({ requested_on: on }, { day }) => day(on) },
    {
      header: 'columns.due',
      listPosition: 'secondEnd',
      cell: ({ due_on: on, clock }, { t, day }) => (clock === 'paused' ? t('paused') : day(on)),
    },
    {
      header: 'columns.actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (row, { t, controls: { open } }) => (
        <Button variant="second" isSmall onClick={() => open(row)}>
          {t('step.open')}
          <span className="visually-hidden">, {row.contract.name}</span>
        </Button>
      ),
    },
  ],
  rowKey: ({ contract }) => contract.id,
  after: (_, { controls: { edit, close } }) => edit && <StepDialog underway={edit} onClose={close} />,
})

export const load = loadListPage(switchesPage)

export function SwitchesScreen() {
  return <ListPageView page={switchesPage} />
}

function SwitchStatus({ row: { step, happened_on: on, rejection, clock } }: { row: ListedSwitch }) {
  const t = useTranslations('desk-switches')
  const tReasons = useTranslations('contracts.switchRejections.reasons')
  return (
    <>
      {clock === 'late' && <Badge tone="negative">{t('late')}</Badge>}{' '}
      {rejection ? (
        <>
          <Badge tone="warning">{t('rejectedWith', { code: rejection.code })}</Badge>
          <p className="soft">{tReasons(rejection.reason)}</p>
        </>
      ) : (
        t(`states.${step ?? 'none'}`, { on: on ?? '' })
      )}
    </>
  )
}

import { useTranslations } from 'use-intl'
import { isApprovalRequested } from '#domains/approvals/approval-reply.ts'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { Button } from '#kit/web/action/button.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { compensationStates } from '../../../compensation.ts'
import type { ListedCompensation } from '../api.ts'
import { compensationsKey, compensationsQuery } from './queries.ts'

const RejectDialog = lazyPart(async () => (await import('./reject-dialog.tsx')).RejectDialog)

/** What missed terms cost, oldest first. */
const compensationsPage = listPage({
  path: '/operator/compensations',
  texts: 'desk-compensations',
  query: compensationsQuery,
  hasSearch: false,
  filters: {
    state: {
      label: 'state',
      values: compensationStates,
      initial: 'proposed',
      areTabs: true,
      nameOf: (state, t) => t(`states.${state}`),
    },
  },
  useControls: () => useOpenDialog<ListedCompensation>(),
  useActions: useApprove,
  columns: [
    { header: 'what', kind: 'name', listPosition: 'title', cell: ({ kind }) => <KindName kind={kind} /> },
    {
      header: 'customer',
      listPosition: 'second',
      cell: ({ customer }) => <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>,
    },
    { header: 'contract', listPosition: 'secondEnd', cell: ({ contract }) => contract ?? '—' },
    { header: 'due', listPosition: 'note', cell: ({ due_on: due }, { day }) => day(due) },
    { header: 'done', cell: ({ done_at: at }, { instant, t }) => (at === null ? t('notDone') : instant(at)) },
    {
      header: 'amount',
      kind: 'number',
      listPosition: 'titleEnd',
      cell: ({ amount, minimum, percent_of_first_bill: percent }, { t, money }) =>
        amount === null ? t('atLeast', { amount: money(minimum), percent }) : money(amount),
    },
    { header: 'source', cell: ({ source }) => source },
    {
      header: 'invoice',
      isShown: ({ state }) => state === 'billed',
      cell: ({ invoice_number: number }) => number ?? '—',
    },
    { header: 'reason', isShown: ({ state }) => state === 'rejected', cell: ({ reason }) => reason ?? '—' },
    {
      header: 'actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (row, { actions, controls }) => (
        <Actions row={row} onApprove={() => actions.run(row.id)} onReject={() => controls.open(row)} />
      ),
    },
  ],
  rowKey: ({ id }) => id,
  dialog: ({ controls: { edit, close } }) => edit && <RejectDialog compensation={edit} onClose={close} />,
})

export const load = loadListPage(compensationsPage)

export function CompensationsScreen() {
  return <ListPageView page={compensationsPage} />
}

function KindName({ kind }: Pick<ListedCompensation, 'kind'>) {
  return useTranslations('desk-duties.kinds')(kind)
}

function useApprove() {
  const t = useTranslations('desk-compensations')
  const approvalTexts = useTranslations('desk-approvals.waiting')
  const send = useSend()
  return useAction({
    desk: 'desk-compensations',
    invalidatedKey: compensationsKey,
    successMessage: (_, reply) => (isApprovalRequested(reply) ? approvalTexts('requested') : t('approved')),
    action: async (id: string) => send((await import('../api.ts')).approveCompensation, { params: { id } }),
  })
}

type ActionsProps = { row: ListedCompensation; onApprove: () => void; onReject: () => void }

function Actions({ row: { state, customer, waiting_approval: waiting }, onApprove, onReject }: ActionsProps) {
  const t = useTranslations('desk-compensations')
  if (state !== 'proposed') return null
  if (waiting) return <span className="note">{t('waiting', { name: waiting.requested_by })}</span>
  return (
    <span className="line">
      <Button variant="second" isSmall aria-label={t('approveOf', { customer: customer.name })} onClick={onApprove}>
        {t('approve')}
      </Button>
      <Button variant="quiet" isSmall aria-label={t('rejectOf', { customer: customer.name })} onClick={onReject}>
        {t('reject')}
      </Button>
    </span>
  )
}

import { useTranslations } from 'use-intl'
import { approvalFilters } from '#domains/approvals/rules.ts'
import { ApprovalStateBadge } from '#domains/approvals/web/approval-state-badge.tsx'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import type { ListedApproval } from '../api.ts'
import { approvalsQuery } from './queries.ts'
import { useApprovalTexts } from './use-approval-texts.ts'

/** The approval requests of operators: open ones and decided ones. */
const approvalsPage = listPage({
  path: '/operator/approvals',
  texts: 'desk-approvals',
  list: 'list',
  query: approvalsQuery,
  hasSearch: false,
  filters: {
    state: {
      label: 'list.show',
      values: approvalFilters,
      initial: 'open',
      areTabs: true,
      nameOf: (state, t) => t(`list.filters.${state}`),
    },
  },
  caption: ({ t, view: { state = 'open' } }) => t(`list.captions.${state}`),
  columns: [
    {
      header: 'list.what',
      kind: 'name',
      listPosition: 'title',
      cell: ({ detail }) => <ApprovalHeadline detail={detail} />,
    },
    { header: 'approval.state', listPosition: 'titleEnd', cell: ({ state }) => <ApprovalStateBadge state={state} /> },
    { header: 'approval.requestedBy', listPosition: 'second', cell: ({ requested_by: { name } }) => name },
    {
      header: 'approval.requestedAt',
      listPosition: 'secondEnd',
      cell: ({ requested_at: at }, { instant }) => instant(at),
    },
    {
      header: 'approval.expires',
      listPosition: 'note',
      isShown: ({ state }) => state === 'open',
      cell: ({ expires_at: at }, { instant }) => instant(at),
    },
    {
      header: 'approval.decidedBy',
      listPosition: 'note',
      isShown: ({ state }) => state !== 'open',
      cell: ({ decided_by: by, decided_at: at }, { instant }) =>
        [by?.name, at && instant(at)].filter(Boolean).join(', '),
    },
  ],
  rowKey: ({ id }) => id,
  opens: ({ id }) => `/operator/approvals/${id}`,
})

export const load = loadListPage(approvalsPage)

export function ApprovalsScreen() {
  return <ListPageView page={approvalsPage} />
}

function ApprovalHeadline({ detail }: Pick<ListedApproval, 'detail'>) {
  const t = useTranslations('desk-approvals')
  const textsOf = useApprovalTexts()
  return detail ? textsOf(detail).headline : t('headlines.unknown')
}

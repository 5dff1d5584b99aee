import { useTranslations } from 'use-intl'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { brandOf, isBranded } from '#outside/payments/platforms.ts'
import type { ListedReport } from '../reports-api.ts'
import { reportFilters } from '../rules.ts'
import { useReportText } from './payment-history.tsx'
import { paymentsKey, reportsQuery } from './queries.ts'

const DismissDialog = lazyPart(async () => (await import('./dismiss-report-dialog.tsx')).DismissReportDialog)

/** The payment provider reports that could not be applied, for review. */
const reportsPage = listPage({
  path: '/operator/payments/reports',
  texts: 'desk-payments',
  list: 'aside',
  keys: { failedText: 'list.failedText' },
  back: { href: '/operator/payments', label: 'payment.back' },
  query: reportsQuery,
  hasSearch: false,
  filters: {
    state: {
      label: 'aside.show',
      values: reportFilters,
      initial: 'put_aside',
      areTabs: true,
      nameOf: (state, t) => t(`aside.filters.${state}`),
    },
  },
  useControls: () => useOpenDialog<ListedReport>(),
  useActions: useRetryReport,
  columns: [
    { header: 'reports.content', kind: 'name', listPosition: 'title', cell: ({ told }) => <ReportText told={told} /> },
    {
      header: 'aside.reason',
      listPosition: 'second',
      cell: ({ reason, failures }, { t }) =>
        reason ? <Badge tone="negative">{t(`aside.reasons.${reason}`)}</Badge> : t('aside.tries', { count: failures }),
    },
    {
      header: 'payment.title',
      listPosition: 'titleEnd',
      cell: ({ payment }, { t }) => payment && <Link href={`/operator/payments/${payment}`}>{t('aside.payment')}</Link>,
    },
    { header: 'reports.received', listPosition: 'note', cell: ({ received_at: at }, { instant }) => instant(at) },
    {
      header: 'reports.id',
      isNarrow: true,
      cell: ({ platform, id }, { t }) =>
        `${isBranded(platform) ? brandOf(platform) : t(`platforms.${platform}` as 'platforms.sandbox')} ${id}`,
    },
    {
      header: 'aside.actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (report, { t, view, controls, actions }) =>
        view.state === 'put_aside' && (
          <>
            <Button variant="second" isSmall onClick={() => actions.run(report)}>
              {t('aside.retry')}
            </Button>
            <Button variant="quiet" isSmall onClick={() => controls.open(report)}>
              {t('aside.dismiss')}
            </Button>
          </>
        ),
    },
  ],
  rowKey: ({ platform, id }) => platform + id,
  dialog: ({ controls: { edit, close } }) => edit && <DismissDialog report={edit} onClose={close} />,
})

export const load = loadListPage(reportsPage)

export function ReportsScreen() {
  return <ListPageView page={reportsPage} />
}

function useRetryReport() {
  const t = useTranslations('desk-payments.aside')
  const send = useSend()
  return useAction({
    desk: 'desk-payments',
    invalidatedKey: paymentsKey,
    successMessage: () => t('retried'),
    action: async ({ platform, id }: ListedReport) =>
      send((await import('../reports-api.ts')).retryReport, { params: { platform, id } }),
  })
}

function ReportText({ told }: Pick<ListedReport, 'told'>) {
  return useReportText()(told)
}

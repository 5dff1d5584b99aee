import type { FastifyInstance } from 'fastify'
import { reportJobs } from '#backoffice/jobs/server/report-jobs.ts'
import { startApprovalJobs } from '#domains/approvals/server/jobs.ts'
import { startCreditJobs } from '#domains/batteries/server/expire-credits.ts'
import { startRecheckJobs } from '#domains/bill-checks/server/recheck-invoices.ts'
import { startCurveMonthJobs } from '#domains/consumption/server/curve/curve-months.ts'
import { startRecountJobs } from '#domains/consumption/server/totals/recount-totals.ts'
import { startAlertJobs } from '#domains/consumption-alerts/server/check-alerts.ts'
import { startDataSharingJobs } from '#domains/data-sharing/server/jobs.ts'
import { startCompensationJobs } from '#domains/duties/server/compensation-jobs.ts'
import { startLapseJobs } from '#domains/duties/server/lapse-jobs.ts'
import { startImportJobs } from '#domains/integration/server/import-runs/import-jobs.ts'
import { startFolderWatch } from '#domains/integration/server/watched-folder.ts'
import { startAnnouncementJobs } from '#domains/invoice-details/server/announce/announce-invoices.ts'
import { startMultipointAnnouncementJobs } from '#domains/invoice-details/server/announce/announce-multipoint.ts'
import { startRetentionJobs } from '#domains/retention/server/jobs.ts'
import { startCaseJobs } from '#domains/support/server/case-jobs.ts'
import { startUploadJobs } from '#domains/uploads/server/upload-jobs.ts'
import type { PollingLoop } from '#kit/server/polling-loop.ts'
import type { Context } from '../wiring/context.ts'
import { startAccountMailJobs } from '../wiring/mount-accounts.ts'
import { startMountedCollectionJobs } from '../wiring/mount-collections.ts'
import { startMailJobs } from '../wiring/mount-messages.ts'
import { startMountedPaymentJobs } from '../wiring/mount-payments.ts'
import { startMountedRevisionJobs } from '../wiring/mount-revisions.ts'
import { startMountedSignatureJobs } from '../wiring/mount-signatures.ts'
import { startMountedExportJobs } from './export-jobs.ts'
import { startMountedWebhookJobs } from './webhook-jobs.ts'

/**
 * Starts all background work. Any number of programs may run it in parallel: what one has claimed is left alone by the
 * others. `stop` resolves when each job has finished, and so released, what it had claimed.
 */
export async function startJobs(context: Context, app: FastifyInstance): Promise<PollingLoop> {
  const deps = { ...context, log: app.log }
  const { importFolder: folder, concurrentImports: concurrency } = context.config
  const jobs: PollingLoop[] = [
    await startMountedPaymentJobs(context, app),
    await startMailJobs(context, app),
    startAccountMailJobs(context, app),
    startMountedSignatureJobs(context, app),
    startMountedExportJobs(context, app),
    startMountedWebhookJobs(context, app),
    startMountedRevisionJobs(context, app),
    startApprovalJobs(deps),
    startUploadJobs(deps),
    startRetentionJobs(deps),
    startCreditJobs(deps),
    startCaseJobs(deps),
    startCompensationJobs(deps),
    startLapseJobs(deps),
    startDataSharingJobs(deps),
    startMountedCollectionJobs(context, app),
    startRecountJobs(deps),
    startCurveMonthJobs(deps),
    startAnnouncementJobs(deps),
    startMultipointAnnouncementJobs(deps),
    startAlertJobs(deps),
    startRecheckJobs(deps),
    startImportJobs({ ...deps, concurrency }),
    reportJobs(deps),
  ]
  if (folder) jobs.push(startFolderWatch({ ...deps, folder, concurrency }))
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

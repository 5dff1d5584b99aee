import type { FastifyInstance } from 'fastify'
import { startApprovalJobs } from '#desks/approvals/server/jobs.ts'
import { reportJobs } from '#desks/jobs/server/report-jobs.ts'
import { startCreditJobs } from '#domains/batteries/server/expire-credits.ts'
import { startRecountJobs } from '#domains/consumption/server/recount-totals.ts'
import { startImportJobs } from '#domains/integration/server/import-runs/jobs.ts'
import { watchFolder } from '#domains/integration/server/watched-folder.ts'
import { startRetentionJobs } from '#domains/retention/server/jobs.ts'
import { startUploadJobs } from '#domains/uploads/server/jobs.ts'
import type { Repeated } from '#kit/server/repeat.ts'
import { accountJobs } from './accounts.ts'
import type { Context } from './context.ts'
import { messageJobs } from './messages.ts'
import { paymentJobs } from './payments.ts'
import { profileJobs } from './profile.ts'
import { signatureJobs } from './signatures.ts'
import { webhookJobs } from './webhooks.ts'

/**
 * Begins all work that no request waits for. Any number of programs may do it beside each other: whatever is claimed by
 * one is left alone by the others. `stop` ends when each has done, and so let go of, what it had claimed.
 */
export async function startJobs(context: Context, app: FastifyInstance): Promise<Repeated> {
  const needs = { ...context, log: app.log }
  const jobs: Repeated[] = [
    await paymentJobs(context, app),
    await messageJobs(context, app),
    accountJobs(context, app),
    signatureJobs(context, app),
    profileJobs(context, app),
    webhookJobs(context, app),
    startApprovalJobs(needs),
    startUploadJobs(needs),
    startRetentionJobs(needs),
    startCreditJobs(needs),
    startRecountJobs(needs),
    startImportJobs(needs),
    reportJobs(needs),
  ]
  const { importFolder: folder } = context.config
  if (folder) jobs.push(watchFolder({ ...needs, folder }))
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

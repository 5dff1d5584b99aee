import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { startQueueJob, startWatchedLoop, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import { createDeliveryWorker, sandboxDeliveryQueue } from '#outside/payments/sandbox/deliver-reports.ts'
import { nextCheckQuery } from './attempt-store.ts'
import type { PaymentDeps } from './pay.ts'
import { createRefundWorker } from './refunds/execute-refunds.ts'
import { refundQueue } from './refunds/refund-store.ts'
import { createReportWorker, logLateReports, type ReportDeps } from './reports/apply-reports.ts'
import { reconcileAttempts } from './reports/reconcile-attempts.ts'
import { reportQueue } from './reports/report-store.ts'

type PaymentJobDeps = PaymentDeps &
  ReportDeps &
  WatchedJobDeps & {
    /** The report URL and the webhook secret of the sandbox provider, if it is enabled. */
    sandbox?: { address: () => string; webhookSecret: string }
  }

/**
 * Starts the jobs that apply provider reports and reconcile payments without one. Any number of servers may run them
 * concurrently; each report and each attempt is claimed by one. `stop` resolves once nothing is in progress any more.
 */
export function startPaymentJobs({ sandbox, ...deps }: PaymentJobDeps): PollingLoop {
  const { watch, clock, log } = deps
  const watched = { watch, clock, log }
  const jobs: PollingLoop[] = [
    startQueueJob(reportQueue, createReportWorker(deps), { name: 'apply payment reports', ...watched }),
    startPollingLoop(() => logLateReports(deps), { everySeconds: 60, name: 'watch payment reports', log }),
    startWatchedLoop(() => reconcileAttempts(deps), {
      ...{ everySeconds: 60, name: 'reconcile payments', nextDue: nextCheckQuery },
      ...watched,
    }),
    startQueueJob(refundQueue, createRefundWorker(deps), { name: 'carry out refunds', ...watched }),
  ]
  if (sandbox) {
    const worker = createDeliveryWorker({ ...deps, ...sandbox })
    jobs.push(startQueueJob(sandboxDeliveryQueue, worker, { name: 'deliver reports', ...watched }))
  }
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { deliverReports } from '#outside/payments/sandbox/deliver-reports.ts'
import { applyNextReport, logLateReports, type ReportDeps } from './apply-reports.ts'
import { resumeDueRefunds } from './execute-refunds.ts'
import type { PaymentDeps } from './pay.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'

type PaymentJobDeps = PaymentDeps &
  ReportDeps & {
    /** The report URL and the webhook secret of the sandbox provider, if it is enabled. */
    sandbox?: { address: () => string; webhookSecret: string }
  }

/**
 * Starts the jobs that apply provider reports and reconcile payments without one. Any number of servers may run them
 * concurrently; each report and each attempt is claimed by one. `stop` resolves once nothing is in progress any more.
 */
export function startPaymentJobs({ sandbox, ...deps }: PaymentJobDeps): { stop(): Promise<void> } {
  const { log } = deps
  const jobs: PollingLoop[] = [
    startPollingLoop(() => applyNextReport(deps), { everySeconds: 1, name: 'apply payment reports', log }),
    startPollingLoop(() => logLateReports(deps), { everySeconds: 60, name: 'watch payment reports', log }),
    startPollingLoop(() => reconcileAttempts(deps), { everySeconds: 15, name: 'reconcile payments', log }),
    startPollingLoop(() => resumeDueRefunds(deps), { everySeconds: 15, name: 'carry out refunds', log }),
  ]
  if (sandbox)
    jobs.push(
      startPollingLoop(() => deliverReports({ ...deps, ...sandbox }), {
        everySeconds: 1,
        name: 'deliver reports',
        log,
      }),
    )
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

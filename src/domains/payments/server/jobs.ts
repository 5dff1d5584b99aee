import { type Repeated, repeat } from '#kit/server/repeat.ts'
import { deliverReports } from '#outside/payments/sandbox/deliveries.ts'
import type { PayNeeds } from './pay.ts'
import { reconcileAttempts } from './reconcile.ts'
import { carryOutRefunds } from './refund.ts'
import { applyNextReport, type ReportNeeds, watchReports } from './reports.ts'

type Needs = PayNeeds &
  ReportNeeds & {
    /** Where the sandbox provider reports to, where there is one. */
    sandbox?: { address: () => string; webhookSecret: string }
  }

/**
 * Applies what providers report and asks them about what they do not. Any number of servers may do it at once; each
 * report and each attempt is taken by one. `stop` ends when nothing is under way any more.
 */
export function startPaymentJobs({ sandbox, ...needs }: Needs): { stop(): Promise<void> } {
  const { log } = needs
  const jobs: Repeated[] = [
    repeat(() => applyNextReport(needs), { everySeconds: 1, name: 'apply payment reports', log }),
    repeat(() => watchReports(needs), { everySeconds: 60, name: 'watch payment reports', log }),
    repeat(() => reconcileAttempts(needs), { everySeconds: 15, name: 'reconcile payments', log }),
    repeat(() => carryOutRefunds(needs), { everySeconds: 15, name: 'carry out refunds', log }),
  ]
  if (sandbox)
    jobs.push(repeat(() => deliverReports({ ...needs, ...sandbox }), { everySeconds: 1, name: 'deliver reports', log }))
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

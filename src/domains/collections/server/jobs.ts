import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { startQueueJob, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import { openDueDebts, settlePaidDebts } from './advance-debt.ts'
import { followCorrectionPlans } from './correction-plans.ts'
import { followDeclarations } from './declarations/decide-declaration.ts'
import { paperQueue } from './paper-store.ts'
import { followPlans } from './payment-plans.ts'
import { createPaperWorker, type PaperDeps } from './prepare-paper.ts'

type CollectionJobDeps = PaperDeps & { settings: LiveSettings; watch: WatchedJobDeps['watch'] }

/**
 * Follows bills that are paid in parts, opens and ends debts as invoices become overdue and are paid, if the setting says
 * so, ends what was declared of supplies by its day, and prepares the papers of debts. Any number of processes may run it.
 */
export function startCollectionJobs(deps: CollectionJobDeps): PollingLoop {
  const { watch, clock, log } = deps
  const jobs = [
    startPollingLoop(() => followDebts(deps), { everySeconds: 600, name: 'follow debts', log }),
    startQueueJob(paperQueue, createPaperWorker(deps), { name: 'prepare papers of debts', watch, clock, log }),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

async function followDebts({ db, settings, clock }: CollectionJobDeps): Promise<boolean> {
  // A plan that has ended leaves its bill overdue, which opens a debt below. What was declared ends by its day. Both do so
  // even where debts are no longer collected here.
  const ended = (await followCorrectionPlans(db, clock())) + (await followDeclarations(db, clock()))
  if (!settings.now().invoices.collectDebts) return ended > 0
  const settled = await db.transaction().execute((trx) => settlePaidDebts(trx, clock()))
  // After what was paid has closed its debts, so that a plan that ends with its debt moves nothing.
  const plans = await followPlans(db, clock())
  const opened = await db.transaction().execute((trx) => openDueDebts(trx, clock()))
  return ended + settled + plans + opened > 0
}

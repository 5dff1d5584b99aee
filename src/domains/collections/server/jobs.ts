import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { openDueDebts, settlePaidDebts } from './advance-debt.ts'
import { followPlans } from './payment-plans.ts'

type CollectionJobDeps = {
  db: Kysely<DB>
  settings: LiveSettings
  clock: () => Date
  log: Parameters<typeof startPollingLoop>[1]['log']
}

/** Opens and ends debts as invoices become overdue and are paid, if the setting says so. Any number of processes may run it. */
export function startCollectionJobs({ db, settings, clock, log }: CollectionJobDeps): PollingLoop {
  return startPollingLoop(
    async () => {
      if (!settings.now().invoices.collectDebts) return false
      const settled = await db.transaction().execute((trx) => settlePaidDebts(trx, clock()))
      // After what was paid has closed its debts, so that a plan that ends with its debt moves nothing.
      const plans = await followPlans(db, clock())
      const opened = await db.transaction().execute((trx) => openDueDebts(trx, clock()))
      return settled + plans + opened > 0
    },
    { everySeconds: 600, name: 'follow debts', log },
  )
}

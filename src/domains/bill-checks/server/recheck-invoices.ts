import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { storedSettings } from '#domains/retailer/server/live-settings.ts'
import { settingsFromStored } from '#domains/retailer/settings/by-path.ts'
import { queueEvents } from '#domains/webhooks/server/queue-event.ts'
import type { PollingLoop } from '#kit/server/polling-loop.ts'
import { startWatchedLoop, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import { claimDue, nextDueQuery } from '#kit/server/work-queue.ts'
import { addMonths } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { isHeldBy } from '../hold-rule.ts'
import { type CheckedInvoice, checkInvoices } from './check-invoices.ts'
import { endRechecks, recheckQueue } from './check-store.ts'
import { checkedEventOf } from './checked-event.ts'
import { listWrongSentBills, unlistSentBills } from './hold-store.ts'
import type { InvoiceId } from './load-bill-facts.ts'

type RecheckDeps = { db: Kysely<DB>; clock: () => Date; log: WatchedJobDeps['log'] }

/** So many bills are read at a time. */
const pageSize = 100
/** A bill can be corrected for a year, and a month passes until it is billed. */
const recheckedMonths = 13

/** Starts the job that checks bills again with what has become known of them. Any number of workers may run it. */
export function startRecheckJobs({ watch, ...deps }: RecheckDeps & WatchedJobDeps): PollingLoop {
  return startWatchedLoop(() => recheckDueInvoices(deps), {
    ...{ everySeconds: 60, name: 'check bills again', nextDue: nextDueQuery(recheckQueue) },
    ...{ watch, clock: deps.clock, log: deps.log },
  })
}

/** Checks a page of the bills that are due again. Returns whether there were any. */
export async function recheckDueInvoices({ db, clock, log }: RecheckDeps): Promise<boolean> {
  const now = clock()
  const claimed = await claimDue(db, recheckQueue, { now, limit: pageSize })
  if (claimed.length === 0) return false
  const keys = claimed.map((row): InvoiceId => ({ customerId: row.customer_id, invoiceId: row.invoice_id }))
  const firstDay = addMonths(marketDayOf(now, 'Europe/Madrid'), -recheckedMonths)
  const recheck = (page: readonly InvoiceId[]) =>
    db.transaction().execute(async (transaction) => {
      const checked = await recheckInvoices(transaction, page, now)
      await endRechecks(
        transaction,
        checked.filter(({ issuedOn }) => issuedOn < firstDay),
      )
    })
  try {
    await recheck(keys)
  } catch {
    // One of them cannot be checked: the others do not wait for it, and it is due again tomorrow.
    for (const key of keys)
      await recheck([key]).catch((error: Error) =>
        log.error({ invoiceId: key.invoiceId, error: error.message }, 'bill not checked again'),
      )
  }
  return true
}

/**
 * Checks bills with what is known now. Where the verdict has changed, other systems are told, and a bill that has turned wrong
 * beyond the operator's rule is listed; it is not held, because its customer has it.
 */
export async function recheckInvoices(db: Database, keys: readonly InvoiceId[], now: Date): Promise<CheckedInvoice[]> {
  const checked = await checkInvoices(db, keys, now)
  const changed = checked.filter(({ hasChanged }) => hasChanged)
  if (changed.length > 0) {
    const { invoices: rule } = settingsFromStored(await storedSettings(db)).settings
    const sent = changed.filter(({ isHeld }) => !isHeld)
    const wrong = sent.filter(({ check }) => isHeldBy(rule, check))
    await listWrongSentBills(db, wrong, now)
    await unlistSentBills(
      db,
      sent.filter((each) => !wrong.includes(each)),
    )
    await queueEvents(db, changed.map(checkedEventOf), now)
  }
  return checked
}

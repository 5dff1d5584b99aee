import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { announceArrivedInvoices } from '#domains/invoice-records/server/announcement-store.ts'
import type { InvoiceLine } from '#domains/invoices/server/import/invoice-line.ts'
import { storeInvoices } from '#domains/invoices/server/import/store-invoices.ts'
import { storedSettings } from '#domains/retailer/server/live-settings.ts'
import { settingsFromStored } from '#domains/retailer/settings/by-path.ts'
import { queueEvents } from '#domains/webhooks/server/queue-event.ts'
import type { LineResult } from '#kit/server/import-line-result.ts'
import type { Files } from '#outside/files/files.ts'
import { type HoldRule, isHeldBy } from '../hold-rule.ts'
import { checkInvoices } from './check-invoices.ts'
import { checkedDataOf, checkedEventOf } from './checked-event.ts'
import { holdBills, replaceHeldBills } from './hold-store.ts'
import type { InvoiceId } from './load-bill-facts.ts'

/**
 * Saves invoices, checks them and announces those that are not held, in one transaction, so that nobody sees one that is
 * held. A bill that was released stays so as long as it arrives unchanged; a corrected one replaces what was held.
 */
export async function storeCheckedInvoices(
  db: Database,
  invoices: readonly InvoiceLine[],
  { files, clock }: { files: Files; clock: () => Date },
): Promise<LineResult[]> {
  const results = await storeInvoices(db, invoices, { files })
  const stored = invoices.filter((_, index) => !('refusal' in results[index]!)).map(({ number }) => number)
  const { settings } = settingsFromStored(await storedSettings(db))
  const now = clock()
  await checkArrivedInvoices(db, { numbers: stored, rule: settings.invoices, now })
  await announceArrivedInvoices(db, stored, now)
  return results
}

type Arrival = { numbers: readonly string[]; rule: HoldRule; now: Date }

async function checkArrivedInvoices(db: Database, { numbers, rule, now }: Arrival) {
  const checked = await checkInvoices(db, await findKeys(db, numbers), now)
  const fresh = checked.filter(({ isNew }) => isNew)
  const toHold = fresh.filter(({ check }) => isHeldBy(rule, check))
  await holdBills(db, toHold, now)
  await replaceHeldBills(
    db,
    fresh.filter((each) => each.isHeld && !toHold.includes(each)),
    now,
  )
  await queueEvents(
    db,
    [
      ...fresh.map(checkedEventOf),
      ...toHold.map((each) => ({ type: 'invoice.held' as const, data: checkedDataOf(each) })),
    ],
    now,
  )
}

async function findKeys(db: Database, numbers: readonly string[]): Promise<InvoiceId[]> {
  return db
    .selectFrom('invoice')
    .where(sql<boolean>`number = any(${numbers})`)
    .select(['customer_id as customerId', 'invoice_id as invoiceId'])
    .execute()
}

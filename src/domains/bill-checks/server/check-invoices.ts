import type { Database } from '#db/database.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import type { BillCheck } from '../bill-check.ts'
import { checkBill } from './check/check-bill.ts'
import { factsVersionOf, readChecks, type StoredCheck, storeChecks } from './check-store.ts'
import { type InvoiceId, type KnownBill, loadBillFacts } from './load-bill-facts.ts'

/** The verdict on a stored bill, and whether it was computed now. */
export type CheckedInvoice = Omit<KnownBill, 'facts'> & { check: BillCheck; isNew: boolean }

/**
 * Checks stored bills with what is known now. A result of the same rules and facts is taken from the store; others are
 * computed and stored.
 */
export async function checkInvoices(db: Database, keys: readonly InvoiceId[], now: Date): Promise<CheckedInvoice[]> {
  const bills = await loadBillFacts(db, keys)
  if (bills.length === 0) return []
  const figures = await loadRegulatedPrices(db)
  const stored = await readChecks(db, keys)
  const computed: StoredCheck[] = []
  const checked = bills.map(({ facts, ...bill }): CheckedInvoice => {
    const { customerId, invoiceId } = bill
    const factsVersion = factsVersionOf(facts, figures)
    const before = stored.get(`${customerId} ${invoiceId}`)
    if (before?.factsVersion === factsVersion) return { ...bill, check: before.check, isNew: false }
    const check = checkBill(facts, figures)
    computed.push({ customerId, invoiceId, factsVersion, check })
    return { ...bill, check, isNew: true }
  })
  await storeChecks(db, computed, now)
  return checked
}

import type { Database } from '#db/database.ts'
import { findCorrectionsSince } from '#domains/consumption/server/corrections/find-corrections.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import type { BillCheck } from '../bill-check.ts'
import { checkBill } from './check/check-bill.ts'
import { factsVersionOf, readStoredChecks, storeChecks, type VersionedCheck } from './check-store.ts'
import { type InvoiceId, type KnownBill, loadBillFacts } from './load-bill-facts.ts'

/** The verdict on a stored bill. */
export type CheckedInvoice = Omit<KnownBill, 'facts'> & {
  check: BillCheck
  /** Whether these rules have not judged what is known now before. */
  isNew: boolean
  /** Whether the verdict is another one than the stored one. */
  hasChanged: boolean
}

/** Checks stored bills with what is known now, and stores the verdicts that are new. */
export async function checkInvoices(db: Database, keys: readonly InvoiceId[], now: Date): Promise<CheckedInvoice[]> {
  const bills = await loadBillFacts(db, keys)
  if (bills.length === 0) return []
  const figures = await loadRegulatedPrices(db)
  const storedChecks = await readStoredChecks(db, keys)
  const computed: VersionedCheck[] = []
  const checked = bills.map(({ facts, ...bill }): CheckedInvoice => {
    const { customerId, invoiceId } = bill
    const check = checkBill(facts, figures)
    const factsVersion = factsVersionOf(facts, figures)
    const stored = storedChecks.get(`${customerId} ${invoiceId}`)
    const isNew = stored?.factsVersion !== factsVersion
    if (isNew) computed.push({ customerId, invoiceId, factsVersion, check })
    const hasChanged = stored?.state !== check.state || stored.differenceCents !== check.differenceCents
    return { ...bill, check, isNew, hasChanged }
  })
  await nameCorrectionDays(db, checked)
  await storeChecks(db, computed, now)
  return checked
}

/** Adds when the curve of a bill was corrected, for those that it contradicts: few, so that most checks need no query. */
async function nameCorrectionDays(
  db: Database,
  checks: readonly (Pick<KnownBill, 'supplyPointId' | 'issuedOn'> & { check: BillCheck })[],
) {
  const differing = checks.flatMap(({ supplyPointId, issuedOn, check: { meter } }) =>
    meter ? [{ supplyPointId, since: issuedOn, meter }] : [],
  )
  const days = await findCorrectionsSince(
    db,
    differing.map(({ supplyPointId, since, meter: { firstDay, lastDay } }) => ({
      supplyPointId,
      since,
      firstDay,
      lastDay,
    })),
  )
  for (const [index, { meter }] of differing.entries()) meter.correctedOn = days[index]!
}

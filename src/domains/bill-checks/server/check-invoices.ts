import type { Database } from '#db/database.ts'
import { findCorrectionsSince } from '#domains/consumption/server/corrections/find-corrections.ts'
import type { NumberedInvoiceId } from '#domains/invoice-records/server/invoice-store.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { turnByTurn } from '#kit/server/turn-by-turn.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { BillCheck } from '../bill-check.ts'
import { checkBill } from './check/check-bill.ts'
import { factsVersionOf, storeChecks } from './check-store.ts'
import {
  type ArrivingBill,
  type InvoiceId,
  type KnownBill,
  loadArrivingFacts,
  loadBillFacts,
} from './load-bill-facts.ts'
import { createPriceReader } from './load-contract-facts.ts'

/** The verdict on a stored bill. */
export type CheckedInvoice = Omit<KnownBill, 'invoiceId' | 'facts' | 'stored'> & {
  invoiceId: number
  check: BillCheck
  /** Whether these rules have not judged what is known now before. */
  isNew: boolean
  /** Whether the verdict is another one than the stored one. */
  hasChanged: boolean
}

/** Checks stored bills with what is known now, and stores the verdicts that are new. */
export async function checkInvoices(db: Database, keys: readonly InvoiceId[], now: Date): Promise<CheckedInvoice[]> {
  const checks = beginChecks(db)
  await checks.add(keys)
  return checks.store(now)
}

/** Checks that are computed while the database executes other statements of the same transaction. */
export type PendingChecks = {
  /** Reads what is known of some stored bills, and begins to check them. */
  add(keys: readonly InvoiceId[]): Promise<void>
  /**
   * Reads what is known of some bills that are about to be stored for the first time, and begins to check them: in two parts,
   * so that the database reads one while the program works on the other.
   */
  addArriving(bills: readonly ArrivingBill[]): Promise<void>
  /**
   * Stores the verdicts that are new, once all bills are stored, with the ids of those that were about to be.
   * @returns all of them, in the order in which they were added.
   */
  store(now: Date, arrived?: readonly NumberedInvoiceId[]): Promise<CheckedInvoice[]>
}

/** A fraction of a millisecond's work, so that a statement that has ended does not wait for long. */
const billsPerTurn = 2

/** Begins to check bills that a transaction stores one part after the other. */
export function beginChecks(db: Database): PendingChecks {
  const inTurn = turnByTurn()
  const pricesOf = createPriceReader(db)
  const computed: Promise<ComputedCheck[]>[] = []
  let figures: Promise<RegulatedPrices> | undefined

  async function begin(bills: readonly KnownBill[]) {
    if (bills.length === 0) return
    figures ??= loadRegulatedPrices(db)
    const prices = await figures
    for (let start = 0; start < bills.length; start += billsPerTurn) {
      const part = bills.slice(start, start + billsPerTurn)
      const checks = inTurn(() => part.map((bill) => computeCheck(bill, prices)))
      // Where a later statement fails first, nobody waits for these.
      checks.catch(() => undefined)
      computed.push(checks)
    }
  }

  return {
    add: async (keys) => begin(await loadBillFacts(db, keys, pricesOf)),
    async addArriving(bills) {
      const middle = Math.ceil(bills.length / 2)
      const parts = [bills.slice(0, middle), bills.slice(middle)]
      await Promise.all(parts.map(async (part) => begin(await loadArrivingFacts(db, part, pricesOf))))
    },
    async store(now, arrived = []) {
      const all = addIds((await Promise.all(computed)).flat(), arrived)
      const checked = all.map(({ checked }) => checked)
      await nameCorrectionDays(db, checked)
      await storeChecks(
        db,
        all
          .filter(({ checked: { isNew } }) => isNew)
          .map(({ factsVersion, checked }) => ({ ...checked, factsVersion })),
        now,
      )
      return checked
    },
  }
}

type ComputedCheck = { factsVersion: string; checked: Omit<CheckedInvoice, 'invoiceId'> & Pick<KnownBill, 'invoiceId'> }
type StoredBillCheck = { factsVersion: string; checked: CheckedInvoice }

/** Adds their ids to checks of bills that have been stored since they were computed. */
function addIds(checks: readonly ComputedCheck[], arrived: readonly NumberedInvoiceId[]): StoredBillCheck[] {
  const ids = new Map(arrived.map(({ number, invoiceId }): [string, number] => [number, invoiceId]))
  return checks.map(({ factsVersion, checked }) => ({
    factsVersion,
    checked: { ...checked, invoiceId: checked.invoiceId ?? ids.get(checked.number)! },
  }))
}

function computeCheck({ facts, stored, ...bill }: KnownBill, figures: RegulatedPrices): ComputedCheck {
  const check = checkBill(facts, figures)
  const factsVersion = factsVersionOf(facts, figures)
  const isNew = stored?.factsVersion !== factsVersion
  const hasChanged = stored?.state !== check.state || stored.differenceCents !== check.differenceCents
  return { factsVersion, checked: { ...bill, check, isNew, hasChanged } }
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

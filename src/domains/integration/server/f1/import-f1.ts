import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { storeMeterReadings } from '#domains/consumption/server/import/store-meter-readings.ts'
import { openReadingDuties } from '#domains/contracts/server/reading-duties.ts'
import { cups20 } from '#vocabulary/cups.ts'
import { type AccessInvoice, type F1Problem, parseF1 } from './parse-f1.ts'

/** The result of importing an F1 file: its invoices, the changed readings, and the refusals. */
export type F1Report = {
  invoices: number
  readings: number
  refusals: { position: number; number: string | null; code: F1Problem | 'supply_point_unknown' }[]
}

/** Larger than any message of a distributor. */
export const maxF1Bytes = 20_000_000

/**
 * Imports the readings of a distributor's invoices (F1). Actual readings are not replaced by estimated ones. Cancelling
 * invoices remove no readings, because a corrected invoice follows. Importing the same file again changes nothing.
 */
export async function importF1(db: Kysely<DB>, file: Uint8Array, now: Date): Promise<F1Report> {
  const report: F1Report = { invoices: 0, readings: 0, refusals: [] }
  for (const [index, invoice] of parseF1(decodeF1(file)).entries()) {
    const refuse = (code: F1Report['refusals'][number]['code'], number: string | null = null) =>
      report.refusals.push({ position: index + 1, number, code })
    if ('problem' in invoice) {
      refuse(invoice.problem)
      continue
    }
    const stored = await storeReadings(db, invoice, now)
    if (stored === undefined) refuse('supply_point_unknown', invoice.number)
    else {
      report.invoices++
      report.readings += stored
    }
  }
  return report
}

/** Decodes a file in its declared encoding, UTF-8 by default. */
function decodeF1(file: Uint8Array): string {
  const declaration = Buffer.from(file.subarray(0, 200)).toString('latin1')
  const isWestern = /encoding=["'](iso-8859-15?|windows-1252)["']/i.test(declaration)
  return new TextDecoder(isWestern ? 'iso-8859-15' : 'utf-8').decode(file)
}

/**
 * Stores the readings of an invoice, with the duties that follow. Returns the number of new or changed ones, or undefined for an unknown supply
 * point.
 */
async function storeReadings(
  db: Kysely<DB>,
  { cups, type, readings }: AccessInvoice,
  now: Date,
): Promise<number | undefined> {
  const point = await db
    .selectFrom('supply_point')
    .where('cups20', '=', cups20(cups))
    .where('energy', '=', 'electricity')
    .select('supply_point_id')
    .executeTakeFirst()
  if (!point) return undefined
  if (type === 'A' || readings.length === 0) return 0
  const supplyPointId = point.supply_point_id
  return db.transaction().execute(async (transaction) => {
    const stored = await storeMeterReadings(transaction, supplyPointId, readings)
    if (stored > 0) await openReadingDuties(transaction, { supplyPointId, readings, now })
    return stored
  })
}

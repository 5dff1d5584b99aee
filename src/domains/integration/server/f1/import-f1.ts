import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { cups20 } from '#vocabulary/cups.ts'
import { type AccessInvoice, type F1Problem, readF1 } from './read-f1.ts'

/** What became of an F1 file: its invoices, the readings that are told otherwise than before, and what stayed out. */
export type F1Report = {
  invoices: number
  readings: number
  refusals: { place: number; number: string | null; code: F1Problem | 'supply_point_unknown' }[]
}

/** More than any distributor puts into one message. */
export const longestF1Bytes = 20_000_000

/**
 * Takes in the readings of a distributor's invoices (F1). A reading that somebody took is not given up for one that was
 * guessed; cancelling invoices take none back, because what they cancel comes once more, right. The same file again changes nothing.
 */
export async function importF1(db: Database, file: Uint8Array): Promise<F1Report> {
  const report: F1Report = { invoices: 0, readings: 0, refusals: [] }
  for (const [index, invoice] of readF1(decoded(file)).entries()) {
    const refuse = (code: F1Report['refusals'][number]['code'], number: string | null = null) =>
      report.refusals.push({ place: index + 1, number, code })
    if ('problem' in invoice) {
      refuse(invoice.problem)
      continue
    }
    const stored = await storeReadings(db, invoice)
    if (stored === undefined) refuse('supply_point_unknown', invoice.number)
    else {
      report.invoices++
      report.readings += stored
    }
  }
  return report
}

/** As the file says of itself, in UTF-8 unless it says otherwise. */
function decoded(file: Uint8Array): string {
  const declaration = Buffer.from(file.subarray(0, 200)).toString('latin1')
  const isWestern = /encoding=["'](iso-8859-15?|windows-1252)["']/i.test(declaration)
  return new TextDecoder(isWestern ? 'iso-8859-15' : 'utf-8').decode(file)
}

/** How many readings are new or other than before; undefined where the supply point is not known. */
async function storeReadings(db: Database, { cups, type, readings }: AccessInvoice): Promise<number | undefined> {
  const point = await db
    .selectFrom('supply_point')
    .where('cups20', '=', cups20(cups))
    .where('energy', '=', 'electricity')
    .select('supply_point_id')
    .executeTakeFirst()
  if (!point) return undefined
  if (type === 'A' || readings.length === 0) return 0
  const rows = readings.map(({ day, registerWh, isEstimated }) => ({ day, registers: registerWh.join(), isEstimated }))
  const { numAffectedRows } = await sql`
    insert into meter_reading as known (supply_point_id, day, register_wh, is_estimated)
    select ${point.supply_point_id}::integer, day, string_to_array(registers, ',')::bigint[], "isEstimated"
    from json_to_recordset(${JSON.stringify(rows)}::json) as told (day date, registers text, "isEstimated" boolean)
    on conflict (supply_point_id, day) do update
      set register_wh = excluded.register_wh, is_estimated = excluded.is_estimated
      where (known.is_estimated or not excluded.is_estimated)
        and (known.register_wh, known.is_estimated) is distinct from (excluded.register_wh, excluded.is_estimated)`.execute(
    db,
  )
  return Number(numAffectedRows)
}

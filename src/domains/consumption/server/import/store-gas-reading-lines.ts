import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type LineResult, refuseConflict, refuseUnknownReference } from '#kit/server/import-line-result.ts'
import { cups20 } from '#vocabulary/cups.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { storeGasReadings } from '../gas/gas-reading-store.ts'
import type { GasReadingLine } from './gas-reading-line.ts'

/** Stores readings of gas meters, one per supply point and day. Returns the result of each line. */
export async function storeGasReadingLines(
  db: Database,
  lines: readonly GasReadingLine[],
  { clock }: { clock: () => Date },
): Promise<LineResult[]> {
  const today = marketDayOf(clock(), 'Europe/Madrid')
  const points = await findPoints(db, lines)
  const results = lines.map((line): LineResult | number => {
    if (line.day > today)
      return {
        refusal: { code: 'invalid', member: 'day', reason: rejectionReason('day_in_future', { latest: today }) },
      }
    const point = points.get(cups20(line.cups))
    if (!point) return refuseUnknownReference('cups', rejectionReason('supply_point_unknown', { key: line.cups }))
    if (point.energy !== 'gas') return refuseConflict('cups', rejectionReason('point_not_gas', { key: line.cups }))
    return point.supplyPointId
  })
  const validReadings = lines.flatMap((line, index) => {
    const result = results[index]!
    return typeof result === 'number' ? [{ ...line, supplyPointId: result }] : []
  })
  const changed = await storeGasReadings(db, validReadings)
  return results.map((result, index) =>
    typeof result === 'number' ? { changed: changed.has(`${result} ${lines[index]!.day}`) } : result,
  )
}

async function findPoints(db: Database, lines: readonly GasReadingLine[]) {
  const names = [...new Set(lines.map(({ cups }) => cups20(cups)))]
  const rows = await db
    .selectFrom('supply_point')
    .where(sql<boolean>`cups20 = any(${names})`)
    .select(['cups20', 'energy', 'supply_point_id as supplyPointId'])
    .execute()
  return new Map(rows.map((row) => [row.cups20, row]))
}

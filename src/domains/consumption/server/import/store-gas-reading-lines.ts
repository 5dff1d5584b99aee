import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { conflict, type LineFate, unknownReference } from '#kit/server/told-line.ts'
import { cups20 } from '#vocabulary/cups.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { because } from '#vocabulary/told-reasons.ts'
import { storeGasReadings } from '../gas-reading-store.ts'
import type { GasReadingLine } from './gas-reading-line.ts'

/** Stores what gas meters showed, each supply point and day once. Answers what became of each line. */
export async function storeGasReadingLines(
  db: Database,
  lines: readonly GasReadingLine[],
  { clock }: { clock: () => Date },
): Promise<LineFate[]> {
  const today = marketDayOf(clock(), 'Europe/Madrid')
  const points = await pointsOf(db, lines)
  const fates = lines.map((line): LineFate | number => {
    if (line.day > today)
      return { refusal: { code: 'invalid', member: 'day', reason: because('day_in_future', { latest: today }) } }
    const point = points.get(cups20(line.cups))
    if (!point) return unknownReference('cups', because('supply_point_unknown', { key: line.cups }))
    if (point.energy !== 'gas') return conflict('cups', because('point_not_gas', { key: line.cups }))
    return point.supplyPointId
  })
  const sound = lines.flatMap((line, index) => {
    const fate = fates[index]!
    return typeof fate === 'number' ? [{ ...line, supplyPointId: fate }] : []
  })
  const changed = await storeGasReadings(db, sound)
  return fates.map((fate, index) =>
    typeof fate === 'number' ? { changed: changed.has(`${fate} ${lines[index]!.day}`) } : fate,
  )
}

async function pointsOf(db: Database, lines: readonly GasReadingLine[]) {
  const names = [...new Set(lines.map(({ cups }) => cups20(cups)))]
  const rows = await db
    .selectFrom('supply_point')
    .where(sql<boolean>`cups20 = any(${names})`)
    .select(['cups20', 'energy', 'supply_point_id as supplyPointId'])
    .execute()
  return new Map(rows.map((row) => [row.cups20, row]))
}

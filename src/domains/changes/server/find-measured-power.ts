import type { Database } from '#db/database.ts'
import { findContractPoint, readDays } from '#domains/consumption/server/curve/curve-queries.ts'
import { addMonths, type MarketDay } from '#vocabulary/day.ts'
import { type HighestPower, highestPowers } from '../measured-power.ts'

const lookbackMonths = 12

/**
 * Returns the highest powers of a contract in the twelve months before a day, and the number of days with measurements.
 */
export async function findMeasuredPower(
  db: Database,
  { customerId, contractId, day }: { customerId: number; contractId: number; day: MarketDay },
): Promise<{ highest: HighestPower[]; days: number }> {
  const point = await findContractPoint(db, { customerIds: [customerId], contractId })
  if (!point?.tariff) return { highest: [], days: 0 }
  const { tariff, zone, timeZone } = point
  const range = { start: addMonths(day, -lookbackMonths), end: day }
  const days = await readDays(db, { point, range, finest: true })
  return { highest: highestPowers(days, { tariff, zone, timeZone }), days: days.length }
}

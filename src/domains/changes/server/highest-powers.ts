import type { Database } from '#db/database.ts'
import { findContractPoint, readDays } from '#domains/consumption/server/curve-queries.ts'
import { addMonths, type MarketDay } from '#vocabulary/day.ts'
import { type HighestPower, highestPowers } from '../highest-powers.ts'

const monthsLookedAt = 12

/** The highest powers of a contract in the twelve months before a day. */
export async function findHighestPowers(
  db: Database,
  { customerId, contractId, day }: { customerId: number; contractId: number; day: MarketDay },
): Promise<HighestPower[]> {
  const point = await findContractPoint(db, { customerIds: [customerId], contractId })
  if (!point?.tariff) return []
  const { tariff, zone, timeZone } = point
  const range = { start: addMonths(day, -monthsLookedAt), end: day }
  return highestPowers(await readDays(db, { point, range, finest: true }), { tariff, zone, timeZone })
}

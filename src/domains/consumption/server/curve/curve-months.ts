import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { addMonths, firstOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'

/**
 * Adds the months of some days that have no part of `curve_day` yet. Others that add a month wait until the transaction
 * ends, so it is best called outside of one.
 */
export async function addCurveMonths(db: Database, days: Iterable<MarketDay>) {
  const months = new Set<MarketDay>()
  for (const day of days) months.add(firstOfMonth(day))
  await sql`select add_curve_months(${[...months]}::date[])`.execute(db)
}

type CurveMonthJobDeps = {
  db: Kysely<DB>
  clock: () => Date
  log: Parameters<typeof startPollingLoop>[1]['log']
}

/** Adds the current month and the next one ahead of their first day, so that imports rarely have to. */
export function startCurveMonthJobs({ db, clock, log }: CurveMonthJobDeps): PollingLoop {
  const prepareMonths = async () => {
    const today = marketDayOf(clock(), 'Europe/Madrid')
    await addCurveMonths(db, [today, addMonths(today, 1)])
    return false
  }
  return startPollingLoop(prepareMonths, { everySeconds: 3_600, name: 'prepare months of curves', log })
}

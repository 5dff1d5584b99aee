import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'
import type { Statistics } from '../api.ts'
import { barDayOf, barDaysOf, type Period, percentileMs } from '../rules.ts'
import { findCountsSince } from './day-counts.ts'

const madrid = 'Europe/Madrid'
const percentile = 0.95

/** Returns the statistics of a period up to now. */
export async function findStatistics(
  db: Database,
  { period, now }: { period: Period; now: Date },
): Promise<Statistics> {
  const bars = barDaysOf(period, marketDayOf(now, madrid))
  const since = startOf(bars[0]!, madrid)
  const [payments, requests, cases, counts] = await Promise.all([
    countByDay(
      db,
      sql`select created_at as at, state from payment_attempt
      where created_at >= ${since} and state in ('succeeded', 'failed')`,
    ),
    countByDay(db, sql`select requested_at as at, '' as state from change_request where requested_at >= ${since}`),
    countByDay(db, sql`select opened_at as at, '' as state from support_case where opened_at >= ${since}`),
    findCountsSince(db, bars[0]!),
  ])
  const series = (rows: readonly { day: MarketDay; count: number }[]) => {
    const sums = new Map<MarketDay, number>()
    for (const { day, count } of rows) sums.set(barDayOf(period, day), (sums.get(barDayOf(period, day)) ?? 0) + count)
    return bars.map((bar) => sums.get(bar) ?? 0)
  }
  const answers = counts.filter(({ what }) => what === 'answer')
  return {
    period,
    bars,
    sign_ins: series(counts.filter(({ what }) => what === 'sign_in')),
    payments: {
      succeeded: series(payments.filter(({ state }) => state === 'succeeded')),
      failed: series(payments.filter(({ state }) => state === 'failed')),
    },
    requests: series(requests),
    cases: series(cases),
    answers: {
      count: series(answers),
      failed: series(counts.filter(({ what }) => what === 'answer_failed')),
      within_ms: bars.map((bar) => {
        const ofBar = answers.filter(({ day }) => barDayOf(period, day) === bar)
        const sums = new Map<number, number>()
        for (const { detail, count } of ofBar) sums.set(Number(detail), (sums.get(Number(detail)) ?? 0) + count)
        return percentileMs(sums, percentile)
      }),
    },
  }
}

type DayRow = { day: MarketDay; state: string; count: number }

async function countByDay(db: Database, events: RawBuilder<unknown>): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select (at at time zone ${madrid})::date as day, state, count(*)::integer as count
    from (${events}) as happened group by 1, 2`.execute(db)
  return rows
}

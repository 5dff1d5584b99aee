import type { Database } from '#db/database.ts'
import { addDays, addMonths, firstOfMonth, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { countHoursBetween, marketDayOf } from '#vocabulary/market-time.ts'
import type { StoredDay } from '../../curve.ts'
import { type IntervalState, listStates } from '../../interval-state.ts'
import { type CurveRange, resolveRange } from '../../rules.ts'
import { type CorrectedDay, findCorrectedDays } from '../corrections/find-corrections.ts'
import { type ContractPoint, findDataSpan, readDays } from '../curve/curve-queries.ts'
import { dataUntil } from '../curve/query-curve.ts'

/** The hours of a month by what is known of them. They sum to `hours`. */
export type MonthCompleteness = Record<IntervalState, number> & { firstDay: MarketDay; hours: number }

export type Completeness = {
  range: CurveRange
  months: MonthCompleteness[]
  corrections: CorrectedDay[]
  correctedDays: number
}

/**
 * Returns how complete the curve of a contract is over a range of days, by month, and the days of it that were corrected.
 * Days that are not over yet count only if there are data of them or of later ones. Null if the range is invalid.
 */
export async function queryCompleteness(
  db: Database,
  { point, requested, now }: { point: ContractPoint; requested: { start?: string; end?: string }; now: Date },
): Promise<Completeness | null> {
  const span = await findDataSpan(db, point, now)
  const range = resolveRange('daily', requested, dataUntil(span, point, now))
  if (!range) return null
  const yesterday = addDays(marketDayOf(now, point.timeZone), -1)
  const counted = intersect(intersect(range, point.visibleRange), {
    start: range.start,
    end: span && span.end > yesterday ? span.end : yesterday,
  })
  const [days, corrected] = await Promise.all([
    readDays(db, { point, range: counted }),
    findCorrectedDays(db, { point, range }),
  ])
  return { range, months: countMonths(days, { counted, point }), ...corrected }
}

function intersect(one: CurveRange, other: CurveRange): CurveRange {
  return {
    start: one.start > other.start ? one.start : other.start,
    end: one.end < other.end ? one.end : other.end,
  }
}

function countMonths(
  days: readonly StoredDay[],
  { counted, point: { timeZone } }: { counted: CurveRange; point: ContractPoint },
): MonthCompleteness[] {
  const byMonth = Map.groupBy(days, ({ day }) => firstOfMonth(day))
  const months: MonthCompleteness[] = []
  for (let firstDay = firstOfMonth(counted.start); firstDay <= counted.end; firstDay = addMonths(firstDay, 1)) {
    const { start, end } = intersect(counted, { start: firstDay, end: lastOfMonth(firstDay) })
    months.push(countHours(byMonth.get(firstDay) ?? [], firstDay, countHoursBetween(start, end, timeZone)))
  }
  return months
}

function countHours(days: readonly StoredDay[], firstDay: MarketDay, hours: number): MonthCompleteness {
  const known = { measured: 0, provisional: 0, estimated: 0, billed: 0 }
  for (const day of days)
    for (const { state, count } of listStates(day))
      if (state !== 'missing') known[state] += (count * day.stepMinutes) / 60
  const { measured, provisional, estimated, billed } = known
  return { firstDay, hours, ...known, missing: hours - measured - provisional - estimated - billed }
}

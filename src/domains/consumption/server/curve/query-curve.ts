import type { Database } from '#db/database.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { CurveStep } from '../../curve.ts'
import type { StateRun } from '../../interval-state.ts'
import { type ChartType, type CurveRange, resolveRange } from '../../rules.ts'
import { readTotals } from '../totals/curve-totals.ts'
import { buildIntervalEntries, buildTotalEntries, type CurveEntry } from './curve-entries.ts'
import { type ContractPoint, findDataSpan, findFinestStep, readDays } from './curve-queries.ts'

/** Distributors send meter values about three days late. */
const lagDays = 3

export type CurveResult = {
  range: CurveRange
  span: CurveRange | null
  entries: CurveEntry[]
  /** The states of the entries, if these are hours or quarter hours. */
  states?: StateRun[]
  stepMinutes: CurveStep | null
}

/** Returns the last day on which a supply point has data, or may be expected to have them. */
export function dataUntil(span: CurveRange | null, { timeZone }: ContractPoint, now: Date): MarketDay {
  return span?.end ?? addDays(marketDayOf(now, timeZone), -lagDays)
}

/** Returns the curve of a contract's supply point over the requested range. Null if the range is invalid. */
export async function queryCurve(
  db: Database,
  {
    point,
    type,
    requested,
    now,
  }: { point: ContractPoint; type: ChartType; requested: { start?: string; end?: string }; now: Date },
): Promise<CurveResult | null> {
  const span = await findDataSpan(db, point, now)
  const range = resolveRange(type, requested, dataUntil(span, point, now))
  if (!range) return null
  const context = { point, range, span }
  if (type === 'monthly' || type === 'daily') {
    const unit = type === 'monthly' ? 'month' : 'day'
    const [stepMinutes, totals] = await Promise.all([
      findFinestStep(db, { point, range }),
      readTotals(db, { point, range, unit }),
    ])
    return { range, span, stepMinutes, entries: buildTotalEntries(totals, { ...context, unit }) }
  }
  const [stepMinutes, days] = await Promise.all([
    findFinestStep(db, { point, range }),
    readDays(db, { point, range, finest: type === 'quarter-hourly' }),
  ])
  return { range, span, stepMinutes, ...buildIntervalEntries(days, { ...context, type }) }
}

import type { Database } from '#db/database.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { CurveStep } from '../curve.ts'
import { type ChartType, type DayRange, readRange } from '../rules.ts'
import { type CurveEntry, daysAsEntries, totalsAsEntries } from './curve-entries.ts'
import { type ContractPoint, findDataSpan, findFinestStep, readDays } from './curve-queries.ts'
import { readTotals } from './curve-totals.ts'

/** Distributors send what meters said about three days late. */
const lagDays = 3

export type ReadCurve = {
  range: DayRange
  span: DayRange | null
  entries: CurveEntry[]
  stepMinutes: CurveStep | null
}

/** The last day of which a point has data, or may be expected to have. */
function dataUntil(span: DayRange | null, { timeZone }: ContractPoint, now: Date): MarketDay {
  return span?.end ?? addDays(marketDayOf(now, timeZone), -lagDays)
}

/** The curve of a contract's point over the asked range; null when that makes no sense. */
export async function readCurve(
  db: Database,
  {
    point,
    type,
    asked,
    now,
  }: { point: ContractPoint; type: ChartType; asked: { start?: string; end?: string }; now: Date },
): Promise<ReadCurve | null> {
  const span = await findDataSpan(db, point, now)
  const range = readRange(type, asked, dataUntil(span, point, now))
  if (!range) return null
  const told = { point, range, span }
  const stepMinutes = await findFinestStep(db, { point, range })
  if (type === 'monthly' || type === 'daily') {
    const unit = type === 'monthly' ? 'month' : 'day'
    const totals = await readTotals(db, { point, range, unit })
    return { range, span, stepMinutes, entries: totalsAsEntries(totals, { ...told, unit }) }
  }
  const days = await readDays(db, { point, range, finest: type === 'quarter-hourly' })
  return { range, span, stepMinutes, entries: daysAsEntries(days, { ...told, type }) }
}

import type { Database } from '#db/database.ts'
import { type LineResult, refuseUnknownReference } from '#kit/server/import-line-result.ts'
import { addDays } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { maxDaysAhead } from '../../curve.ts'
import type { CurveOrigin } from '../corrections/correction-store.ts'
import type { CurveLine } from './curve-line.ts'
import { storeCurveDays } from './store-curve-days.ts'

/** Stores days of curves, one per supply point, day and source. Returns the result of each line. */
export async function storeCurveLines(
  db: Database,
  lines: readonly CurveLine[],
  { clock, origin }: { clock: () => Date; origin: CurveOrigin },
): Promise<LineResult[]> {
  const now = clock()
  const latestDay = addDays(marketDayOf(now, 'Europe/Madrid'), maxDaysAhead)
  const days = lines
    .filter(({ day }) => day <= latestDay)
    .map((line) => ({ ...line, quality: qualityOf(line), invoice: null }))
  const results = await storeCurveDays(db, days, { origin, now })
  return lines.map(({ cups, day }) => {
    if (day > latestDay)
      return {
        refusal: { code: 'invalid', member: 'day', reason: rejectionReason('day_in_future', { latest: latestDay }) },
      }
    const result = results.shift()
    return result
      ? { changed: result.changed, ...(result.keptHours > 0 && { keptHours: result.keptHours }) }
      : refuseUnknownReference('cups', rejectionReason('supply_point_unknown', { key: cups }))
  })
}

// A day whose values are all measured and firm has no quality.
function qualityOf({ quality }: CurveLine): string | null {
  return quality && /[^R-]/.test(quality) ? quality : null
}

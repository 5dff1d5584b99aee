import type { Database } from '#db/database.ts'
import { type LineFate, unknownReference } from '#kit/server/told-line.ts'
import { addDays } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { because } from '#vocabulary/told-reasons.ts'
import { mostDaysAhead } from '../../curve.ts'
import { storeCurveDays } from '../store-curve-days.ts'
import type { CurveLine } from './curve-line.ts'

/** Keeps days of curves, each supply point, day and source once. Answers what became of each. */
export async function storeCurveLines(
  db: Database,
  lines: readonly CurveLine[],
  { clock }: { clock: () => Date },
): Promise<LineFate[]> {
  const latestDay = addDays(marketDayOf(clock(), 'Europe/Madrid'), mostDaysAhead)
  const days = lines
    .filter(({ day }) => day <= latestDay)
    .map((line) => ({ ...line, quality: qualityOf(line), invoice: null }))
  const fates = await storeCurveDays(db, days)
  return lines.map(({ cups, day }) => {
    if (day > latestDay)
      return { refusal: { code: 'invalid', member: 'day', reason: because('day_in_future', { latest: latestDay }) } }
    const fate = fates.shift()
    return fate ? { changed: fate.changed } : unknownReference('cups', because('supply_point_unknown', { key: cups }))
  })
}

// A day whose values are all measured and firm says nothing of it.
function qualityOf({ quality }: CurveLine): string | null {
  return quality && /[^R-]/.test(quality) ? quality : null
}

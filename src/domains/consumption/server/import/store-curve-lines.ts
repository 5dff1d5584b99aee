import type { Database } from '#db/database.ts'
import { type LineFate, unknownReference } from '#kit/server/told-line.ts'
import { because } from '#vocabulary/told-reasons.ts'
import { storeCurveDays } from '../store-curve-days.ts'
import type { CurveLine } from './curve-line.ts'

/** Keeps days of curves, each supply point, day and source once. Answers what became of each. */
export async function storeCurveLines(db: Database, lines: readonly CurveLine[]): Promise<LineFate[]> {
  const days = lines.map((line) => ({ ...line, quality: qualityOf(line), invoice: null }))
  const fates = await storeCurveDays(db, days)
  return fates.map((fate, index) => {
    const { cups } = lines[index]!
    return fate ? { changed: fate.changed } : unknownReference('cups', because('supply_point_unknown', { key: cups }))
  })
}

// A day whose values are all measured and firm says nothing of it.
function qualityOf({ quality }: CurveLine): string | null {
  return quality && /[^R-]/.test(quality) ? quality : null
}

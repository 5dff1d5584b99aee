import type { ToldCurve } from './told-curve.ts'

/** A curve for tests; say only what matters. */
export function aCurve(told: Partial<ToldCurve> & Pick<ToldCurve, 'starts'>): ToldCurve {
  const none = told.starts.map(() => 0)
  return {
    type: 'monthly',
    range: { start: '2025-11-01', end: '2026-10-31' },
    usedWh: [],
    fedInWh: null,
    reactiveVarh: null,
    periods: told.starts.map(() => null),
    missingHours: none,
    estimatedHours: none,
    dataFrom: '2024-11-01',
    dataUntil: '2026-11-17',
    stepMinutes: 60,
    ...told,
  }
}

/** The beginnings of months, in winter time. */
export function monthStarts(...months: string[]): string[] {
  return months.map((month) => `${month}-01T00:00:00+01:00`)
}

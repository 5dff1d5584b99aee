import type { ConsumptionCurve } from './consumption-curve.ts'

/** Creates a curve for tests from the given overrides. */
export function sampleCurve(overrides: Partial<ConsumptionCurve> & Pick<ConsumptionCurve, 'starts'>): ConsumptionCurve {
  const none = overrides.starts.map(() => 0)
  return {
    type: 'monthly',
    range: { start: '2025-11-01', end: '2026-10-31' },
    usedWh: [],
    fedInWh: null,
    reactiveVarh: null,
    periods: overrides.starts.map(() => null),
    missingHours: none,
    estimatedHours: none,
    dataFrom: '2024-11-01',
    dataUntil: '2026-11-17',
    stepMinutes: 60,
    ...overrides,
  }
}

/** Returns the starts of months, in winter time. */
export function monthStarts(...months: string[]): string[] {
  return months.map((month) => `${month}-01T00:00:00+01:00`)
}

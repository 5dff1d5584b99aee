import type { CurveArrival } from './store-curve-days.ts'

/** From whom the curves of tests are. */
export const testArrival: CurveArrival = { origin: { channel: 'command' }, now: new Date('2026-11-22T12:00:00Z') }

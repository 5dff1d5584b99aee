import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCurveDays, insertCustomer } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { readMeteredEnergy } from './read-metered-energy.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T12:00:00Z') })
})
afterAll(() => portal.close())

type Curve = { day: string; source: 'F5D' | 'P1D'; wh: number; hours?: number; quality?: string }

async function insertPoint(curves: readonly Curve[]): Promise<number> {
  const { db } = portal.context
  const { supplyPointId } = await insertContract(db, { customerId: await insertCustomer(db) })
  await insertCurveDays(
    db,
    curves.map(({ day, source, wh, hours = 24, quality = null }) => ({
      ...{ supply_point_id: supplyPointId, day, source, step_minutes: 60, quality },
      ...{ import_wh: Array(hours).fill(wh), import_period_wh: [wh * hours] },
    })),
  )
  return supplyPointId
}

test('the best source of each day counts, whether a supply has one or several', async () => {
  const spans = [
    { firstDay: '2026-09-01', lastDay: '2026-09-01' },
    { firstDay: '2026-09-02', lastDay: '2026-09-03' },
  ]
  const several = await insertPoint([
    { day: '2026-09-01', source: 'P1D', wh: 100 },
    { day: '2026-09-02', source: 'P1D', wh: 200 },
    { day: '2026-09-02', source: 'F5D', wh: 300, quality: 'E'.repeat(24) },
    { day: '2026-09-03', source: 'P1D', wh: 400, hours: 20, quality: `PP${'R'.repeat(18)}` },
  ])
  const one = await insertPoint([{ day: '2026-09-02', source: 'P1D', wh: 500 }])
  const read = await readMeteredEnergy(portal.context.db, [
    { supplyPointId: several, spans },
    { supplyPointId: one, spans },
  ])
  const hours = (coveredHours: number, estimatedHours = 0, provisionalHours = 0) => ({
    ...{ coveredHours, estimatedHours, provisionalHours, missingHours: 0 },
  })
  expect(read).toEqual([
    [
      { ...spans[0], importWh: [2_400], exportWh: null, ...hours(24) },
      { ...spans[1], importWh: [7_200 + 8_000], exportWh: null, ...hours(44, 24, 2) },
    ],
    [{ ...spans[1], importWh: [12_000], exportWh: null, ...hours(24) }],
  ])
})

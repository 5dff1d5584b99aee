import { expect, test } from 'vitest'
import type { GasHistory } from '#domains/consumption/server/gas/gas-queries.ts'
import { knownGasOf } from './known-gas.ts'

type Reading = GasHistory['readings'][number]

const read = (day: string, kwh: number | null, other: Partial<Reading> = {}): Reading => ({
  ...{ day, registerLitres: 0, factorKwhPerM3: 11, calorificKwhPerM3: 11.6, usedLitres: null, isEstimated: false },
  ...{ energyWh: kwh === null ? null : kwh * 1000, origin: 'distributor', ...other },
})
const billed = (firstDay: string, lastDay: string, kwh: number) => ({ firstDay, lastDay, energyWh: kwh * 1000 })

const opening = read('2026-01-31', null, { registerLitres: 100_000 })
const february = read('2026-02-28', 300, { registerLitres: 127_000 })

test.each<[string, Partial<GasHistory>, [string, string, number][], Partial<ReturnType<typeof knownGasOf>>?]>([
  ['readings tell the days between them', { readings: [february, opening] }, [['2026-02-01', '2026-02-28', 300]]],
  [
    'estimated readings only divide what two others tell',
    { readings: [read('2026-03-31', 150), read('2026-02-28', 300, { isEstimated: true }), opening] },
    [['2026-02-01', '2026-03-31', 450]],
  ],
  [
    'invoices tell days without readings',
    { invoices: [billed('2026-01-01', '2026-01-31', 400)], readings: [february, opening] },
    [
      ['2026-01-01', '2026-01-31', 400],
      ['2026-02-01', '2026-02-28', 300],
    ],
  ],
  [
    'an invoice by an estimated reading tells nothing yet, and is put right later',
    {
      invoices: [billed('2026-02-01', '2026-02-28', 300), billed('2026-03-01', '2026-03-31', 200)],
      readings: [read('2026-03-31', 200, { isEstimated: true }), february, opening],
    },
    [['2026-02-01', '2026-02-28', 300]],
    { estimated: [billed('2026-03-01', '2026-03-31', 200)] },
  ],
  [
    'a reading of the customer counts by the conversion factor of the last month',
    {
      readings: [
        read('2026-03-14', null, { origin: 'own', registerLitres: 137_000, factorKwhPerM3: null }),
        february,
        opening,
      ],
    },
    [
      ['2026-02-01', '2026-02-28', 300],
      ['2026-03-01', '2026-03-14', 110],
    ],
    { ownReading: { day: '2026-03-14', litres: 10_000, factorKwhPerM3: 11 } },
  ],
  [
    'a reading of the customer below the last one counts for nothing',
    {
      readings: [
        read('2026-03-14', null, { origin: 'own', registerLitres: 5_000, factorKwhPerM3: null }),
        february,
        opening,
      ],
    },
    [['2026-02-01', '2026-02-28', 300]],
    { ownReading: null },
  ],
  ['a reading after the day asked for is not known', { readings: [read('2026-05-31', 300), opening] }, []],
  [
    'a gap without energy is not known',
    { readings: [read('2026-03-31', 90), read('2026-02-28', null), opening] },
    [['2026-03-01', '2026-03-31', 90]],
  ],
])('%s', (_, history, spans, others = {}) => {
  const known = knownGasOf({ invoices: [], readings: [], ...history }, '2026-04-30')
  expect(known.spans.map(({ firstDay, lastDay, energyWh }) => [firstDay, lastDay, energyWh / 1000])).toEqual(spans)
  expect(known).toMatchObject(others)
})

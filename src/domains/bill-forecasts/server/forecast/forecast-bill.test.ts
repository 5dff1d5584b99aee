import { expect, test } from 'vitest'
import type { StoredDay } from '#domains/consumption/curve.ts'
import { addDays, daysFrom } from '#vocabulary/day.ts'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import { type DayProfile, profileOf } from './day-profiles.ts'
import { forecastBill } from './forecast-bill.ts'
import { computeRunningBill, emptyEnergy, type RunningSupply, splitIntoParts } from './running-bill.ts'

const bill = { firstDay: '2026-09-01', lastDay: '2026-09-30', dueDay: '2026-10-10' }
const terms = {
  powerPerKw: [
    { per: 'day' as const, eur: '0.09' },
    { per: 'day' as const, eur: '0.02' },
  ],
  energyEurPerKwh: ['0.20', '0.15', '0.10'],
  surplusEurPerKwh: null,
  discounts: {},
}
const supply: RunningSupply = {
  contract: {
    ...{ startsOn: '2020-01-01', endsOn: null, productName: 'Llum', promotion: null, hasChosenHours: false },
    tariffs: [{ fromDay: '1900-01-01', value: '2.0TD' }],
    powers: [{ fromDay: '1900-01-01', value: [4600, 4600], isExact: true }],
  },
  prices: [{ validFrom: '2020-01-01', tariff: '2.0TD', terms }],
  bill: { content: { productName: 'Llum' } },
  ...{ zone: 'peninsula', lastLines: null, followsMarket: false },
}
const parts = splitIntoParts(supply, bill)!

/** The same use on each hour of some days. */
function steadyDays(first: string, last: string, whPerHour: (day: string) => number): DayProfile[] {
  return daysFrom(first, last).map((day) => ({
    day,
    importWh: Array(24).fill(whPerHour(day)),
    exportWh: Array(24).fill(0),
    marketEur: null,
  }))
}

function forecast(profiles: DayProfile[], { measuredUntil = '2026-08-31', seed = 'one' } = {}) {
  return forecastBill(
    {
      ...{ supply, bill, parts, measuredUntil, profiles, market: null, seed },
      measured: parts.map(emptyEnergy),
      measuredDays: new Set<string>(),
    },
    regulatedPrices,
  )
}

test('a supply that always uses the same is forecast to the cent of its bill', () => {
  const result = forecast(steadyDays('2025-07-01', '2026-08-31', () => 250))
  const energy = parts.map((part) => ({ ...emptyEnergy(part), energyWh: [0, 0, 0] }))
  // September 2026 has 22 working days of 8 hours each in P1 and P2, and P3 for the rest.
  energy[0]!.energyWh = [22 * 8 * 250, 22 * 8 * 250, (720 - 22 * 16) * 250]
  const exact = computeRunningBill(supply, { parts, energy, dueDay: bill.dueDay }, regulatedPrices)!.totalCents
  expect(result).toMatchObject({
    expected: { totalCents: exact },
    ...{ lowCents: exact, highCents: exact, level: 1, daysToCome: 30, recentDays: 56 },
  })
})

test('use that doubled in a year carries the season of the year before at twice its level', () => {
  // The season: 100 Wh until August, and 300 in September.
  const days = [
    ...steadyDays('2025-07-01', '2025-09-02', () => 100),
    ...steadyDays('2025-09-03', '2025-10-30', () => 300),
    ...steadyDays('2026-07-01', '2026-08-31', () => 200),
  ]
  const result = forecast(days)
  if ('reason' in result) throw new Error(result.reason)
  expect(result.level).toBe(2)
  expect(result.lowCents).toBeLessThan(result.expected.totalCents)
  expect(result.highCents).toBeGreaterThan(result.expected.totalCents)
})

test('without a year before the band is wider than what the days alone show', () => {
  const result = forecast(steadyDays('2026-07-01', '2026-08-31', () => 250))
  if ('reason' in result) throw new Error(result.reason)
  expect(result.level).toBeNull()
  expect(result.highCents - result.lowCents).toBeGreaterThan(100)
})

test('the same days give the same band, and another seed another', () => {
  const days = steadyDays('2026-07-01', '2026-08-31', (day) => 100 + 17 * Number(day.slice(8)))
  expect(forecast(days)).toEqual(forecast(days))
  expect(forecast(days, { seed: 'two' })).not.toEqual(forecast(days))
})

test.each([
  [27, { reason: 'too_few_days', recentDays: 27 }],
  [28, { recentDays: 28 }],
])('%i measured days of the last eight weeks', (count, expected) => {
  expect(forecast(steadyDays(addDays('2026-08-31', 1 - count), '2026-08-31', () => 250))).toMatchObject(expected)
})

const hours = (wh: (index: number) => number | null, count = 24) =>
  Array.from({ length: count }, (_, index) => wh(index))

test.each<[string, Partial<Parameters<typeof profileOf>[0]>, number[] | null]>([
  ['of quarter hours has the sums of its hours', { stepMinutes: 15, importWh: hours(() => 5, 96) }, Array(24).fill(20)],
  ['with a missing hour is not measured', { importWh: hours((hour) => (hour === 3 ? null : 5)) }, null],
  ['with an estimated hour is not measured', { importWh: hours(() => 5), quality: `E${'R'.repeat(23)}` }, null],
  ['of provisional hours is measured', { importWh: hours(() => 5), quality: 'P'.repeat(24) }, Array(24).fill(5)],
  [
    'of 25 hours has the mean of the hour that occurs twice',
    { day: '2026-10-25', importWh: hours((index) => (index === 2 ? 8 : index === 3 ? 4 : 1), 25) },
    [1, 1, 6, ...Array(21).fill(1)],
  ],
  [
    'of 23 hours has the hour before in place of the one that is skipped',
    { day: '2026-03-29', importWh: hours((index) => index, 23) },
    [0, 1, 1, ...Array.from({ length: 21 }, (_, index) => index + 2)],
  ],
])('a day %s', (_, day, expected) => {
  const stored: StoredDay = {
    ...{ day: '2026-08-03', source: 'P1D', stepMinutes: 60, importWh: hours(() => 5) },
    ...{ exportWh: null, reactiveVarh: null, quality: null },
  }
  const profile = profileOf({ ...stored, ...day }, 'Europe/Madrid', null)
  expect(profile ? profile.importWh : null).toEqual(expected)
})

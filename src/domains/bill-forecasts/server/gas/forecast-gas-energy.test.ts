import { describe, expect, test } from 'vitest'
import { addDays, addMonths, dayCount } from '#vocabulary/day.ts'
import { forecastGasEnergy } from './forecast-gas-energy.ts'
import type { KnownSpan } from './known-gas.ts'

/** Months with the same gas on each of their days. */
function months(first: string, count: number, dailyWh: (month: number, index: number) => number): KnownSpan[] {
  return Array.from({ length: count }, (_, index) => {
    const firstDay = addMonths(first, index)
    const lastDay = addDays(addMonths(firstDay, 1), -1)
    return { firstDay, lastDay, energyWh: dayCount(firstDay, lastDay) * dailyWh(Number(firstDay.slice(5, 7)), index) }
  })
}

const winterly = (month: number) => (month >= 11 || month <= 3 ? 30_000 : 5_000)
const november = { after: '2026-10-31', until: '2026-11-30', seed: 'one' }

function forecast(spans: KnownSpan[], options = november) {
  const result = forecastGasEnergy(spans, options)
  if ('reason' in result) throw new Error(result.reason)
  return result
}

describe('the gas of days to come', () => {
  test('is that of the same days a year before', () => {
    const { dailyWh, level, yearBeforeDays } = forecast(months('2024-11-01', 24, winterly))
    expect([dailyWh.size, dailyWh.get('2026-11-10'), level, yearBeforeDays]).toEqual([30, 30_000, 1, 30])
  })

  test('follows a year that uses more, the more the longer it does', () => {
    const twice = (_: number, index: number) => (index >= 12 ? 20_000 : 10_000)
    const [long, short] = [
      forecast(months('2024-11-01', 24, twice)),
      forecast(months('2024-11-01', 13, twice), {
        ...november,
        after: '2025-11-30',
        until: '2025-12-31',
      }),
    ]
    expect(long.level).toBeGreaterThan(short.level)
    expect(long.level).toBeLessThan(2)
    expect(short.level).toBeGreaterThan(1)
  })

  test('has a wider band where the months of the supply differ more from the year before', () => {
    const steady = forecast(months('2024-11-01', 24, winterly))
    const uneven = forecast(months('2024-11-01', 24, (month, index) => winterly(month) * (index % 2 === 0 ? 1.6 : 0.6)))
    expect(uneven.highFactor - uneven.lowFactor).toBeGreaterThan(steady.highFactor - steady.lowFactor)
    expect(steady.lowFactor).toBeLessThan(1)
    expect(steady.highFactor).toBeGreaterThan(1)
  })

  test('has a wider band by its share for the few days after a reading', () => {
    const spans = months('2024-11-01', 24, winterly)
    const rest = [...spans, { firstDay: '2026-11-01', lastDay: '2026-11-20', energyWh: 600_000 }]
    const few = forecast(rest, { ...november, after: '2026-11-20' })
    const all = forecast(spans)
    expect(few.highFactor - few.lowFactor).toBeGreaterThan(all.highFactor - all.lowFactor)
  })

  test('has the same band for the same seed, and another for another', () => {
    const spans = months('2024-11-01', 24, (month, index) => winterly(month) * (1 + (index % 5) / 10))
    expect(forecast(spans)).toEqual(forecast(spans))
    expect(forecast(spans, { ...november, seed: 'two' })).not.toEqual(forecast(spans))
  })

  test.each([
    ['no_year_before', months('2026-01-01', 10, winterly), november],
    ['no_year_before', [], november],
    ['readings_too_old', months('2024-11-01', 18, winterly), { ...november, after: '2026-04-30' }],
  ])('cannot be told: %s', (reason, spans, options) => {
    expect(forecastGasEnergy(spans, options)).toMatchObject({ reason })
  })

  test('is nothing once all days are known', () => {
    const { dailyWh, yearBeforeDays } = forecast(months('2025-01-01', 23, winterly), {
      ...november,
      after: '2026-11-30',
    })
    expect([dailyWh.size, yearBeforeDays]).toEqual([0, 0])
  })
})

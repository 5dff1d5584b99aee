import { expect, test } from 'vitest'
import { createEnergyUnit } from './energy-unit.ts'

test.each([
  ['months of a flat have no decimals', 304_000, true, 62_400, '62\u00a0kWh'],
  ['a day of a flat has one decimal', 9_000, false, 7_240, '7,2\u00a0kWh'],
  ['an hour of a flat has two decimals', 900, false, 740, '0,74\u00a0kWh'],
  ['a year of a flat has no decimals', 9_000, false, 2_731_000, '2.731\u00a0kWh'],
  ['months of a factory are in MWh', 38_000_000, true, 30_249_000, '30,2\u00a0MWh'],
])('%s', (_, mostWh, hasWholeTotals, wh, expected) => {
  expect(createEnergyUnit({ base: 'Wh', maxWh: mostWh, hasWholeTotals, locale: 'es' }).write(wh)).toBe(expected)
})

test.each([
  ['months are shown in whole kWh', 304_000, true, 231_400, 1_000, '40\u00a0kWh'],
  ['parts of a day have the decimals of the day', 9_000, false, 7_240, 100, '40,4\u00a0kWh'],
  ['parts of an hour have two decimals', 900, false, 740, 10, '40,40\u00a0kWh'],
  ['parts of a month of a factory are in MWh', 38_000_000, true, 30_249_000, 100_000, '0,0\u00a0MWh'],
])('%s', (_, mostWh, hasWholeTotals, totalWh, step, written) => {
  const unit = createEnergyUnit({ base: 'Wh', maxWh: mostWh, hasWholeTotals, locale: 'es' })
  expect([unit.stepOf(totalWh), unit.write(40_400, step)]).toEqual([step, written])
})

test('writes energy fed into the grid without a minus on the axis, but with one in sums', () => {
  const unit = createEnergyUnit({ base: 'Wh', maxWh: 9_000, hasWholeTotals: false, locale: 'es' })
  expect(unit.writeTick(-400)).toBe('0,4')
  expect(unit.write(-400)).toBe('−0,40\u00a0kWh')
})

test('has a separate unit for reactive energy', () => {
  expect(createEnergyUnit({ base: 'VArh', maxWh: 900, hasWholeTotals: false, locale: 'es' }).name).toBe('kVArh')
})

import { expect, test } from 'vitest'
import { energyUnit } from './energy-unit.ts'

test.each([
  ['months of a flat are whole kWh', 304_000, true, 62_400, '62\u00a0kWh'],
  ['a day of it', 9_000, false, 7_240, '7,2\u00a0kWh'],
  ['an hour of it', 900, false, 740, '0,74\u00a0kWh'],
  ['its year', 9_000, false, 2_731_000, '2.731\u00a0kWh'],
  ['months of a factory', 38_000_000, true, 30_249_000, '30,2\u00a0MWh'],
])('%s', (_, mostWh, hasWholeTotals, wh, expected) => {
  expect(energyUnit({ base: 'Wh', mostWh, hasWholeTotals, locale: 'es' }).write(wh)).toBe(expected)
})

test.each([
  ['months are told in whole kWh', 304_000, true, 231_400, 1_000, '40\u00a0kWh'],
  ['parts of a day have the decimal of its sum', 9_000, false, 7_240, 100, '40,4\u00a0kWh'],
  ['parts of an hour have two', 900, false, 740, 10, '40,40\u00a0kWh'],
  ['parts of a factory’s month', 38_000_000, true, 30_249_000, 100_000, '0,0\u00a0MWh'],
])('%s', (_, mostWh, hasWholeTotals, totalWh, step, written) => {
  const unit = energyUnit({ base: 'Wh', mostWh, hasWholeTotals, locale: 'es' })
  expect([unit.stepOf(totalWh), unit.write(40_400, step)]).toEqual([step, written])
})

test('what is fed into the grid has no minus on the axis, and one in sums', () => {
  const unit = energyUnit({ base: 'Wh', mostWh: 9_000, hasWholeTotals: false, locale: 'es' })
  expect(unit.writeTick(-400)).toBe('0,4')
  expect(unit.write(-400)).toBe('−0,40\u00a0kWh')
})

test('reactive energy has its own unit', () => {
  expect(energyUnit({ base: 'VArh', mostWh: 900, hasWholeTotals: false, locale: 'es' }).name).toBe('kVArh')
})

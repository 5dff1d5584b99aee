import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kwFromWatts, wattsFromKw } from './power.ts'

test.each<[kw: string, watts: number | null, reason: string]>([
  ['1,001', 1001, 'where a binary float says 1000.9999999999999'],
  ['4.6', 4600, 'a point will do'],
  ['15', 15000, 'whole kilowatts'],
  [' 3,45 ', 3450, 'spaces around it'],
  ['0', 0, 'an unused period'],
  ['1,0001', null, 'three decimals at most'],
  ['-3,45', null, 'never negative'],
  ['3,45 kW', null, 'the unit stands beside the field'],
  ['1.500,5', null, 'thousands are not guessed at'],
  ['3,', null, 'a comma needs a digit'],
  ['', null, 'nothing is not zero'],
])('reads %j kW as %j W: %s', (kw, watts) => {
  expect(wattsFromKw(kw)).toBe(watts)
})

test.each([
  [1001, '1.001', 'three decimals'],
  [3450, '3.45', 'no zeros at the end'],
  [15000, '15', 'no point without a digit'],
])('converts %i W to %s kW: %s', (watts, kw) => {
  expect(kwFromWatts(watts)).toBe(kw)
})

test('round-trips any power without rounding errors', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (watts) => {
      expect(wattsFromKw(kwFromWatts(watts))).toBe(watts)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kwhFromWh, whFromKwh } from './energy.ts'

test.each<[kwh: string, wh: number | null, reason: string]>([
  ['0,167', 167, 'the comma of a distributor'],
  ['0.167', 167, 'the point of a program'],
  ['1,5', 1500, 'fewer decimals'],
  ['12', 12000, 'none'],
  ['0', 0, 'a measured nothing'],
  ['', null, 'not measured is not nothing'],
  ['0,1675', null, 'half a Wh is not counted'],
  ['-0,167', null, 'a meter does not turn back'],
  ['1.234,567', null, 'thousands are not guessed at'],
  ['0,167 kWh', null, 'a unit is not part of it'],
])('reads %j kWh as %j Wh: %s', (kwh, wh) => {
  expect(whFromKwh(kwh)).toBe(wh)
})

test.each([
  [167, '0.167', 'less than one'],
  [1500, '1.5', 'no zeros at the end'],
  [2000, '2', 'no point without a digit'],
  [10000, '10', 'zeros before the point stay'],
  [0, '0', 'nothing'],
  [-167, '-0.167', 'a difference may be negative'],
])('converts %i Wh to %s kWh: %s', (wh, kwh) => {
  expect(kwhFromWh(wh)).toBe(kwh)
})

test('round-trips any energy without rounding errors', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (wh) => {
      expect(whFromKwh(kwhFromWh(wh))).toBe(wh)
      expect(whFromKwh(kwhFromWh(wh).replace('.', ','))).toBe(wh)
    }),
  )
})

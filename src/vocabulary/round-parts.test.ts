import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundParts, roundToStep } from './round-parts.ts'

test.each<[parts: number[], step: number, expected: number[], reason: string]>([
  [[54_120, 48_905, 94_975], 1_000, [54_000, 49_000, 95_000], 'each as it is rounded by itself, where that adds up'],
  [[40_400, 50_400, 100_400], 1_000, [41_000, 50_000, 100_000], '191,2 is 191: one of three is rounded up'],
  [[40_600, 50_600, 100_600], 1_000, [41_000, 51_000, 100_000], '191,8 is 192: one of three is rounded down'],
  [[500, 500], 1_000, [1_000, 0], 'the first of equal ones is rounded up'],
  [[12_340, -12_290], 1_000, [12_000, -12_000], 'what is fed in is taken off'],
  [[-40_400, -50_400, -100_400], 1_000, [-40_000, -50_000, -101_000], 'what is taken back adds up likewise'],
  [[-250, -250], 1_000, [0, -1_000], 'a half is rounded away from zero, as numbers are written'],
  [[1_234_567, 2_345_678], 100_000, [1_200_000, 2_400_000], 'MWh with one decimal'],
  [[190_125], 1_000, [190_000], 'one part is its own sum'],
  [[], 1_000, [], 'nothing'],
])('rounds %j in steps of %i to %j: %s', (parts, step, expected) => {
  expect(roundParts(parts, step)).toEqual(expected)
})

test('the rounded parts of any value add up to it, and each is less than a step off', () => {
  const parts = fc.array(fc.integer({ min: -2_000_000, max: 2_000_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(parts, fc.constantFrom(1, 10, 1_000, 100_000), (values, step) => {
      const rounded = roundParts(values, step)
      const sum = (of: number[]) => of.reduce((total, value) => total + value, 0)
      expect(sum(rounded)).toBe(roundToStep(sum(values), step))
      for (const [index, value] of values.entries()) expect(Math.abs(rounded[index]! - value)).toBeLessThan(step)
    }),
  )
})

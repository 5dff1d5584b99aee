import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseRoundTicks, chooseRoundTicksWithin } from './round-ticks.ts'

test.each([
  [0, 304, [0, 100, 200, 300, 400], 'hundreds, the last above the greatest value'],
  [0, 200, [0, 50, 100, 150, 200], 'a value on a line needs none above it'],
  [-160, 304, [-200, 0, 200, 400], 'below zero where something was fed into the grid'],
  [0, 0.8, [0, 0.2, 0.4, 0.6, 0.8], 'parts of a unit'],
  [0, 0, [0, 1], 'nothing was used, and there is still a scale'],
  [40, 50, [0, 20, 40, 60], 'bars grow from zero'],
])('from %d to %d, chooses %j: %s', (least, greatest, expected) => {
  expect(chooseRoundTicks(least, greatest)).toEqual(expected)
})

test('covers all values, includes zero, and returns at most five ticks', () => {
  const value = fc.double({ min: -1e7, max: 1e7, noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [least, greatest] = [Math.min(a, b), Math.max(a, b)]
      fc.pre(greatest - least > 1e-3)
      const ticks = chooseRoundTicks(least, greatest)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks[0]!).toBeLessThanOrEqual(Math.min(least, 0) + 1e-9)
      expect(ticks.at(-1)!).toBeGreaterThanOrEqual(greatest - 1e-9)
      expect(ticks.some((tick) => tick === 0)).toBe(true)
    }),
  )
})

test.each([
  [0, 304, [0, 100, 200, 300], 'no line above the greatest value'],
  [-170, 261, [-100, 0, 100, 200], 'nor below the least'],
  [-30, 4, [-30, -20, -10, 0], 'zero is always there'],
  [0, 0.9, [0, 0.2, 0.4, 0.6, 0.8], 'parts of a unit'],
  [0, 0, [0], 'nothing at all'],
])('between %d and %d, chooses %j: %s', (least, greatest, expected) => {
  expect(chooseRoundTicksWithin(least, greatest)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { millisecondsIn } from './chart-theme.ts'

test.each([
  ['360ms', 360, 'as it is written'],
  ['.36s', 360, 'as it is shortened'],
  [' 0ms', 0, 'no movement is wanted'],
  ['0s', 0, 'the same, shortened'],
  ['', 0, 'outside the portal'],
])('reads a duration of %j as %d ms: %s', (duration, expected) => {
  expect(millisecondsIn(duration)).toBe(expected)
})

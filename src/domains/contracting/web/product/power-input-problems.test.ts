import { expect, test } from 'vitest'
import { powerInputProblems } from './power-input-problems.ts'

test.each([
  ['', undefined],
  ['4,6', undefined],
  ['3.45', undefined],
  ['-3', 'power_negative'],
  ['−3,3', 'power_negative'],
  ['3,4567', 'power_too_precise'],
  ['abc', 'power_not_number'],
  ['4,6 kW o así', 'power_not_number'],
  ['4,6,5', 'power_not_number'],
])('validates the power %j: %s', (typed, problem) => {
  expect(powerInputProblems(['4,6', typed])).toEqual(problem ? { power2: problem } : {})
})

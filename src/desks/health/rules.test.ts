import { expect, test } from 'vitest'
import { stateOf, stateOfPrices } from './rules.ts'

const at = new Date()

test.each([
  [{ answeredAt: null, failingSince: null }, 'unasked'],
  [{ answeredAt: at, failingSince: null }, 'working'],
  [{ answeredAt: at, failingSince: at }, 'failing'],
  [{ answeredAt: null, failingSince: at }, 'failing'],
])('%o stands as %s', (heard, state) => {
  expect(stateOf(heard)).toBe(state)
})

test.each<[number | null, string, string]>([
  [null, 'off', 'there never were any'],
  [0, 'working', 'of today'],
  [5, 'working', 'over a long weekend'],
  [6, 'late', 'nobody brings any more'],
])('prices of %s days ago stand as %s: %s', (days, state, _why) => {
  expect(stateOfPrices(days)).toBe(state)
})

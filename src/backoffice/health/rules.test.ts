import { expect, test } from 'vitest'
import { pricesStateOf, systemStateOf } from './rules.ts'

const at = new Date()

test.each([
  [{ answeredAt: null, failingSince: null }, 'unasked'],
  [{ answeredAt: at, failingSince: null }, 'working'],
  [{ answeredAt: at, failingSince: at }, 'failing'],
  [{ answeredAt: null, failingSince: at }, 'failing'],
])('derives from %o the state %s', (heard, state) => {
  expect(systemStateOf(heard)).toBe(state)
})

test.each<[number | null, string, string]>([
  [null, 'off', 'there never were any'],
  [0, 'working', 'of today'],
  [5, 'working', 'over a long weekend'],
  [6, 'late', 'nobody brings any more'],
])('derives for prices %s days old the state %s: %s', (days, state, _why) => {
  expect(pricesStateOf(days)).toBe(state)
})

import { describe, expect, test } from 'vitest'
import { type AgreedDateKind, changeDayOf, hasPenaltyOn } from './agreed-dates.ts'

const nothing = { renews_on: null, promotion_ends_on: null, penalty_ends_on: null }

describe('what was agreed until the end of 2026 changes', () => {
  test.each<[AgreedDateKind, Partial<typeof nothing> | Record<string, string>, string | null, string]>([
    ['renewal', { renews_on: '2027-01-01' }, '2027-01-01', 'on the day of the renewal'],
    ['promotion_end', { promotion_ends_on: '2026-12-31' }, '2027-01-01', 'on the day after the last of a promotion'],
    ['penalty_end', { penalty_ends_on: '2026-12-31' }, '2027-01-01', 'on the day after the last of a penalty'],
    [
      'penalty_end',
      { penalty_ends_on: '2026-12-31', renews_on: '2027-01-01' },
      null,
      'with the renewal, if both are on one day',
    ],
    ['penalty_end', { penalty_ends_on: '2026-12-31', renews_on: '2027-06-01' }, '2027-01-01', 'before a later renewal'],
    ['renewal', {}, null, 'never, without an agreement'],
    ['promotion_end', {}, null, 'never, without a promotion'],
    ['penalty_end', {}, null, 'never, without a penalty'],
  ])('%s of %o: %s, %s', (kind, days, expected) => {
    expect(changeDayOf(kind, { ...nothing, ...days })).toBe(expected)
  })
})

test.each([
  ['2026-12-31', '2026-12-31', true],
  ['2026-12-31', '2027-01-01', false],
  [null, '2026-12-31', false],
])('a penalty until %s counts on %s: %s', (end, day, expected) => {
  expect(hasPenaltyOn({ penalty_ends_on: end }, day)).toBe(expected)
})

import { expect, test } from 'vitest'
import { type Share, standingOn, type WalletStanding } from './rules.ts'

const share: Share = { percentage: 70, startsOn: '2025-06-01', endsOn: '2026-05-31' }

const cases: [change: Partial<Share>, day: string, expected: WalletStanding, reason: string][] = [
  [{}, '2025-06-01', 'active', 'its first day is part of it'],
  [{}, '2026-05-31', 'active', 'so is its last'],
  [{}, '2025-05-31', 'not_started', 'the day before it begins'],
  [{}, '2026-06-01', 'ended', 'the day after its end'],
  [{ endsOn: null }, '2036-01-01', 'active', 'without a last day it goes on'],
  [{ percentage: 0 }, '2025-12-01', 'locked', 'a share of nothing'],
  [{ percentage: 0 }, '2026-06-01', 'ended', 'what has ended is not locked'],
  [{ percentage: 0 }, '2025-05-31', 'not_started', 'nor what has not begun'],
]

test.each(cases)('%j on %s is %s: %s', (change, day, expected) => {
  expect(standingOn({ ...share, ...change }, day)).toBe(expected)
})

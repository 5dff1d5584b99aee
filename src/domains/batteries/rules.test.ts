import { describe, expect, test } from 'vitest'
import {
  type CreditTerm,
  clampPercentage,
  computeFreePercentage,
  computeMovedCents,
  computeRemainingCredits,
  type Entry,
  findExpiryToNotify,
  findMoveObstacle,
  findNextExpiry,
  hasExpiredWithoutNotice,
  type MoveObstacle,
  projectBalance,
  type Share,
  type ShareStatus,
  shareStatusOn,
  sumExpiredCents,
} from './rules.ts'

const share: Share = { percentage: 70, startsOn: '2025-06-01', endsOn: '2026-05-31' }

const cases: [change: Partial<Share>, day: string, expected: ShareStatus, reason: string][] = [
  [{}, '2025-06-01', 'active', 'its first day is part of it'],
  [{}, '2026-05-31', 'active', 'so is its last'],
  [{}, '2025-05-31', 'not_started', 'the day before it begins'],
  [{}, '2026-06-01', 'ended', 'the day after its end'],
  [{ endsOn: null }, '2036-01-01', 'active', 'without a last day it goes on'],
  [{ percentage: 0 }, '2025-12-01', 'locked', 'a share of nothing'],
  [{ percentage: 0 }, '2026-06-01', 'ended', 'what has ended is not locked'],
  [{ percentage: 0 }, '2025-05-31', 'not_started', 'nor what has not begun'],
]

test.each(cases)('a share with %j on %s is %s: %s', (change, day, expected) => {
  expect(shareStatusOn({ ...share, ...change }, day)).toBe(expected)
})

test.each([
  [-3, 0, 'never less than nothing'],
  [0, 0, 'nothing is a percentage'],
  [33.4, 33, 'by whole percents'],
  [99.5, 100, 'to the nearest'],
  [250, 100, 'never more than all'],
])('clamps %d to %d: %s', (typed, kept) => {
  expect(clampPercentage(typed)).toBe(kept)
})

test.each([
  [[], 100, 'nobody has anything'],
  [[30, 20], 50, 'what two have left'],
  [[60, 40], 0, 'all is given'],
  [[80, 40], 0, 'another server gave more than all'],
])('with other shares of %j in a battery, %d is free: %s', (others, free) => {
  expect(computeFreePercentage(others)).toBe(free)
})

const moves: [change: object, expected: MoveObstacle | null, reason: string][] = [
  [{}, null, 'an active share of a contract without panels'],
  [{ percentage: 0 }, null, 'a locked one too'],
  [{ isOrigin: true, hasSelfConsumption: true }, 'origin_battery', 'the contract fills the wallet'],
  [{ hasSelfConsumption: true }, 'self_consumption', 'customer service must know first'],
  [{ endsOn: '2025-12-30', isOrigin: true }, 'battery_not_active', 'it has ended'],
  [{ startsOn: '2026-01-01' }, 'battery_not_active', 'it has not begun'],
]

test.each(moves)('moving a share with %j on 31 December is blocked by %s: %s', (change, expected) => {
  const movable = { ...share, isOrigin: false, hasSelfConsumption: false, ...change }
  expect(findMoveObstacle(movable, '2025-12-31')).toBe(expected)
})

test.each([
  [10_000, 25, 2_500, 'a quarter'],
  [999, 33, 329, 'down to the cent'],
  [500, 0, 0, 'a locked share has nothing'],
  [-20, 50, 0, 'a debt is not moved'],
])('from %d cents, moving a share of %d %% transfers %d: %s', (balance, percentage, moved) => {
  expect(computeMovedCents(balance, percentage)).toBe(moved)
})

describe('projectBalance', () => {
  const surplus = (bookedOn: string, amountCents: number): Entry => ({ bookedOn, amountCents, reason: 'surplus' })
  const discount = (bookedOn: string, amountCents: number): Entry => ({ bookedOn, amountCents, reason: 'discount' })
  const year = Array.from({ length: 13 }, (_, index) => {
    const month = String(((index + 10) % 12) + 1).padStart(2, '0')
    return surplus(`${index < 2 ? 2025 : 2026}-${month}-06`, 100 * (index + 1))
  })

  test('repeats the same month of the previous year for each of the next twelve months', () => {
    const months = projectBalance({ balanceCents: 50, entries: year }, '2026-11-20')
    expect(months).toHaveLength(12)
    expect(months[0]).toEqual({ month: '2026-12-01', surplusCents: 200, discountCents: 0, balanceCents: 250 })
    expect(months.at(-1)).toMatchObject({ month: '2027-11-01', surplusCents: 1300 })
    expect(months.at(-1)!.balanceCents).toBe(50 + 9000)
  })

  test('starts with the current month until its bills are booked', () => {
    const months = projectBalance({ balanceCents: 0, entries: year.slice(0, -1) }, '2026-11-03')
    expect(months[0]).toMatchObject({ month: '2026-11-01', surplusCents: 100 })
    expect(months.at(-1)).toMatchObject({ month: '2027-10-01', surplusCents: 1200 })
  })

  test('never deducts more than the balance', () => {
    const entries = [surplus('2025-12-06', 300), discount('2025-12-06', -900), surplus('2026-11-06', 1)]
    expect(projectBalance({ balanceCents: 200, entries }, '2026-11-20')[0]).toEqual({
      month: '2026-12-01',
      surplusCents: 300,
      discountCents: -500,
      balanceCents: 0,
    })
  })

  test('returns null for months before the first bill and leaves the balance unchanged', () => {
    const months = projectBalance({ balanceCents: 70, entries: year.slice(6) }, '2026-11-20')
    const unknown = months.filter(({ surplusCents }) => surplusCents === null)
    expect(unknown.map(({ month, balanceCents }) => [month, balanceCents])).toEqual([
      ['2026-12-01', 70],
      ['2027-01-01', 70],
      ['2027-02-01', 70],
      ['2027-03-01', 70],
      ['2027-04-01', 70],
    ])
    expect(months[5]).toMatchObject({ month: '2027-05-01', surplusCents: 700, balanceCents: 770 })
  })

  test('treats a month without bills between others as zero', () => {
    const entries = [surplus('2025-12-06', 300), surplus('2026-11-06', 100)]
    expect(projectBalance({ balanceCents: 0, entries }, '2026-11-20')[1]).toMatchObject({
      surplusCents: 0,
      discountCents: 0,
      balanceCents: 300,
    })
  })

  test('ignores moved, carried-over and expired amounts', () => {
    const once = (['carried_over', 'moved_in', 'moved_out', 'expired'] as const).map(
      (reason): Entry => ({ bookedOn: '2025-12-10', amountCents: reason === 'moved_in' ? 5_000 : -5_000, reason }),
    )
    const months = projectBalance({ balanceCents: 0, entries: [...once, ...year] }, '2026-11-20')
    expect(months[0]).toMatchObject({ surplusCents: 200, discountCents: 0 })
  })
})

describe('credit expiry', () => {
  const line = (bookedOn: string, amountCents: number, reason: Entry['reason'] = 'surplus') => ({
    ...{ bookedOn, amountCents, reason },
  })
  const yearly = [{ validFrom: '2020-01-01', expiresAfterMonths: 12 }]
  const two = [line('2026-01-10', 1000), line('2026-02-10', 500)]

  test.each<[string, Entry[], CreditTerm[], string, number, { day: string; cents: number } | null]>([
    ['never happens without a term', two, [], '2030-01-01', 0, null],
    ['does not happen before its day', two, yearly, '2027-01-09', 0, { day: '2027-01-10', cents: 1000 }],
    ['happens on its day', two, yearly, '2027-01-10', 1000, { day: '2027-02-10', cents: 500 }],
    [
      'uses the oldest credit first',
      [...two, line('2026-03-01', -1200, 'discount')],
      yearly,
      '2027-01-10',
      0,
      { day: '2027-02-10', cents: 300 },
    ],
    [
      'is booked only once',
      [...two, line('2027-01-10', -1000, 'expired')],
      yearly,
      '2027-01-11',
      0,
      { day: '2027-02-10', cents: 500 },
    ],
    [
      'never applies to credit from before the term began',
      two,
      [{ validFrom: '2026-02-01', expiresAfterMonths: 6 }],
      '2026-08-10',
      500,
      null,
    ],
    [
      'is ended by a later term without expiry',
      two,
      [...yearly, { validFrom: '2026-02-01', expiresAfterMonths: null }],
      '2027-03-01',
      1000,
      null,
    ],
    [
      'falls on the last day of a short month',
      [line('2026-01-31', 10)],
      [{ validFrom: '2020-01-01', expiresAfterMonths: 1 }],
      '2026-02-28',
      10,
      null,
    ],
  ])('%s', (_, entries, terms, day, expired, next) => {
    const credits = computeRemainingCredits(entries, terms)
    expect([sumExpiredCents(credits, day), findNextExpiry(credits, day)]).toEqual([expired, next])
  })

  const january = { expiresOn: '2027-01-10', leftCents: 1000 }
  const february = { expiresOn: '2027-02-08', leftCents: 500 }
  test.each([
    ['the first expiry', '2026-12-11', null, { day: '2027-01-10', cents: 1000 }],
    ['no expiry twice', '2026-12-12', '2027-01-10', { day: '2027-02-08', cents: 500 }],
    ['the next expiry in its turn', '2027-01-09', '2027-01-10', { day: '2027-02-08', cents: 500 }],
    ['nothing that has expired', '2027-02-08', null, null],
  ])('has yet to notify of %s', (_, day, notifiedUntil, expected) => {
    expect(
      findExpiryToNotify([january, february, { expiresOn: null, leftCents: 1 }], { day, notifiedUntil: notifiedUntil }),
    ).toEqual(expected)
  })

  test.each([
    ['that was never notified', '2027-01-10', null, true],
    ['that was notified', '2027-01-10', '2027-01-10', false],
    ['whose second expiry was not notified', '2027-02-08', '2027-01-10', true],
    ['that has not expired', '2027-01-09', null, false],
  ])('reports credit as expired without notice: credit %s', (_, day, notifiedUntil, isUntold) => {
    expect(hasExpiredWithoutNotice([january, february], { day, notifiedUntil: notifiedUntil })).toBe(isUntold)
  })
})

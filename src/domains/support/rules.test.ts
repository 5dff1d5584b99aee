import { describe, expect, test } from 'vitest'
import {
  areClaimsTaken,
  caseNumber,
  clockOf,
  dueOn,
  type KnownMeter,
  readingProblems,
  shownOpenRequests,
} from './rules.ts'

describe('a case is due', () => {
  test.each([
    ['2026-11-20', { count: 15, unit: 'working_days' }, '2026-12-14', 'with a holiday in between'],
    ['2026-11-20', { count: 5, unit: 'working_days' }, '2026-11-27', 'within a week'],
    ['2026-01-31', { count: 1, unit: 'months' }, '2026-02-28', 'a month ends with the month'],
  ] as const)('written on %s, within %o, on %s: %s', (day, term, due, _why) => {
    expect(dueOn(day, term)).toBe(due)
  })
})

describe('the clock of a case', () => {
  const open = { state: 'in_process', dueDay: '2026-12-14', answeredOn: null } as const
  test.each([
    [open, '2026-12-14', 'running', 'its last day counts'],
    [open, '2026-12-15', 'late', 'the day after'],
    [{ ...open, answeredOn: '2026-12-01' }, '2027-01-15', 'answered', 'it was answered in time'],
    [{ ...open, state: 'additional_information_required' }, '2027-01-15', 'stopped', 'it waits for its customer'],
    [{ ...open, state: 'denied' }, '2027-01-15', 'stopped', 'it is decided'],
    [{ ...open, dueDay: null }, '2027-01-15', 'stopped', 'nothing was promised'],
  ] as const)('%o on %s is %s: %s', (kept, today, standing, _why) => {
    expect(clockOf(kept, today)).toBe(standing)
  })
})

test.each([
  [true, true, true],
  [true, false, true],
  [false, true, true],
  [false, false, false],
])('claims from the menu %s and from a contract %s: taken %s', (reclamATCMenu, reclamATCContract, taken) => {
  expect(areClaimsTaken({ reclamATCMenu, reclamATCContract })).toBe(taken)
})

describe('the open requests of a first page', () => {
  const moved = (kind: 'case' | 'change', state: string, day: number) => ({
    kind,
    state,
    updated_at: `2026-11-0${day}`,
  })
  const power = moved('change', 'sent', 1)
  const iban = moved('change', 'waiting_for_signature', 2)
  const bill = moved('case', 'in_process', 3)
  const meter = moved('case', 'additional_information_required', 4)
  test.each([
    [
      'those that wait for the customer come first, then the last moved',
      { most: 5, withCases: true },
      [meter, iban, bill, power],
    ],
    ['there is room for so many', { most: 3, withCases: true }, [meter, iban, bill]],
    ['where cases have no page there are only changes', { most: 5, withCases: false }, [iban, power]],
  ])('%s', (_, limits, shown) => {
    expect(shownOpenRequests([power, iban, bill, meter], limits)).toEqual(shown)
  })
})

test('a case is told by its year and a number', () => {
  expect(caseNumber(123, '2026-11-20')).toBe('2026-000123')
})

describe('a meter reading', () => {
  const home: KnownMeter = {
    registers: 3,
    last: { day: '2026-11-01', amounts: [4_000_000, 5_000_000, 9_000_000] },
    measured: null,
    usualPerDay: [2_000, 2_000, 4_000],
  }
  const billed: KnownMeter = {
    ...home,
    measured: { day: '2026-11-15', amounts: [4_030_000, 5_030_000, 9_060_000] },
  }
  const estimated: KnownMeter = { ...home, last: null, measured: home.last }
  const taken = { day: '2026-11-20', amounts: [4_040_000, 5_040_000, 9_080_000], isConfirmed: false }
  const today = '2026-11-20'

  test.each([
    [taken, home, [], 'what it usually grows by'],
    [{ ...taken, amounts: [...home.last!.amounts] }, home, [], 'nobody was at home'],
    [
      { ...taken, amounts: [3_999_000, 5_040_000, 9_080_000] },
      home,
      [{ at: 0, code: 'reading_below_last' }],
      'a meter never runs backwards',
    ],
    [
      { ...taken, amounts: [4_400_000, 5_040_000, 9_080_000] },
      home,
      [{ at: 0, code: 'reading_unusual' }],
      'ten times as much as usual may be a slip of the hand',
    ],
    [{ ...taken, amounts: [4_400_000, 5_040_000, 9_080_000], isConfirmed: true }, home, [], 'and may be right'],
    [
      { ...taken, amounts: [3_000_000, 5_040_000, 9_080_000], isConfirmed: true },
      home,
      [{ at: 0, code: 'reading_below_last' }],
      'running backwards is nothing to confirm',
    ],
    [
      { ...taken, amounts: [4_030_000, 5_000_000, 9_000_000] },
      { ...home, usualPerDay: [0, 0, 0] },
      [],
      'a little is never far more than nothing',
    ],
    [
      { ...taken, amounts: [4_010_000, 5_040_000, 9_080_000] },
      billed,
      [{ at: 0, code: 'reading_below_measured' }],
      'it was billed for more, which may have been a guess',
    ],
    [
      { ...taken, amounts: [4_010_000, 5_040_000, 9_080_000], isConfirmed: true },
      billed,
      [],
      'and whoever looked knows better',
    ],
    [
      { ...taken, day: '2026-11-10', amounts: [4_010_000, 5_020_000, 9_040_000] },
      billed,
      [],
      'it was read before what was measured',
    ],
    [
      { ...taken, amounts: [9_040_000, 5_040_000, 9_080_000] },
      estimated,
      [{ at: 0, code: 'reading_unusual' }],
      'an estimated reading is enough to see a slip of the hand',
    ],
    [{ ...taken, amounts: [1, 2] }, home, [{ at: 'registers', code: 'reading_registers' }], 'one is missing'],
    [{ ...taken, day: '2026-11-21' }, home, [{ at: 'day', code: 'reading_in_future' }], 'nobody reads it tomorrow'],
    [{ ...taken, day: '2026-10-31' }, home, [{ at: 'day', code: 'reading_before_last' }], 'a later one is known'],
    [taken, { registers: 3, last: null, measured: null, usualPerDay: null }, [], 'there is nothing to compare it with'],
  ] as const)('%o of %o has %o: %s', (reading, known, problems, _why) => {
    expect(readingProblems(reading, known, today)).toEqual(problems)
  })
})

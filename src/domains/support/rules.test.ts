import { describe, expect, test } from 'vitest'
import {
  areClaimsAccepted,
  dutyTopicsOf,
  findReadingProblems,
  formatCaseNumber,
  isDueAnswer,
  type MeterHistory,
  selectOpenRequests,
  stopsSuspension,
} from './rules.ts'

test.each([
  [{ caseType: 'complaint', topic: 'billing' }, ['complaint', 'billing'], 'its kind and what it is about'],
  [{ caseType: 'consultation', topic: null }, ['consultation'], 'its kind alone'],
  [
    { caseType: 'complaint', topic: 'distributor' },
    ['complaint', 'distributor_complaint', 'distributor'],
    'the distributor has terms of its own',
  ],
  [{ caseType: 'consultation', topic: 'distributor' }, ['consultation', 'distributor'], 'nothing to complain about'],
] as const)('the norms of %o are chosen by %o: %s', (facts, topics, _why) => {
  expect(dutyTopicsOf(facts)).toEqual(topics)
})

test.each([
  [{ caseType: 'complaint', topic: 'suspension' }, true, 'its reason is disputed'],
  [{ caseType: 'consultation', topic: 'suspension' }, false, 'it is asked about only'],
  [{ caseType: 'complaint', topic: 'billing' }, false, 'something else is disputed'],
] as const)('a case of %o stops the suspension of its supply: %s, %s', (facts, isStopped, _why) => {
  expect(stopsSuspension(facts)).toBe(isStopped)
})

test.each([
  ['accepted', null, true, 'it is decided'],
  ['denied', 'continuity', true, 'it is decided'],
  ['being_processed', 'billing', false, 'the decision is due'],
  ['being_processed', 'continuity', true, 'cause and restoration are due, not the end of the interruption'],
  ['additional_information_required', 'continuity', false, 'something is missing'],
] as const)('an answer %s about %s is the one that was due: %s, %s', (state, topic, isDue, _why) => {
  expect(isDueAnswer(state, topic)).toBe(isDue)
})

test.each([
  [true, true, true],
  [true, false, true],
  [false, true, true],
  [false, false, false],
])('claims with menu %s and contract %s enabled are accepted: %s', (reclamATCMenu, reclamATCContract, taken) => {
  expect(areClaimsAccepted({ reclamATCMenu, reclamATCContract })).toBe(taken)
})

describe('the open requests on a first page', () => {
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
      'show those that await the customer first, then the last updated',
      { limit: 5, withCases: true },
      [meter, iban, bill, power],
    ],
    ['are limited to the given number', { limit: 3, withCases: true }, [meter, iban, bill]],
    ['are only changes where cases have no page', { limit: 5, withCases: false }, [iban, power]],
  ])('%s', (_, limits, shown) => {
    expect(selectOpenRequests([power, iban, bill, meter], limits)).toEqual(shown)
  })
})

test('a case number consists of the year and an id', () => {
  expect(formatCaseNumber(123, '2026-11-20')).toBe('2026-000123')
})

describe('a meter reading', () => {
  const home: MeterHistory = {
    registers: 3,
    last: { day: '2026-11-01', amounts: [4_000_000, 5_000_000, 9_000_000] },
    measured: null,
    usualPerDay: [2_000, 2_000, 4_000],
  }
  const billed: MeterHistory = {
    ...home,
    measured: { day: '2026-11-15', amounts: [4_030_000, 5_030_000, 9_060_000] },
  }
  const estimated: MeterHistory = { ...home, last: null, measured: home.last }
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
  ] as const)('%o with history %o has problems %o: %s', (reading, known, problems, _why) => {
    expect(findReadingProblems(reading, known, today)).toEqual(problems)
  })
})

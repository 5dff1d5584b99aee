import { describe, expect, test } from 'vitest'
import type { DutyKind } from './kinds.ts'
import { type DutyNorm, normsOf } from './norm.ts'
import { type DutyState, type DutyStatus, dutyStatusAt, overlayNorms, resumedDeadline, termOf } from './rules.ts'
import { unknownPlace } from './terms.ts'

const at = (text: string) => new Date(text)
const law = { law: 'A law', source: 'BOE', validFrom: '2026-01-01' }
const answer = { kind: 'case_answer', code: 'answer' } as const
const facts = { topics: [], energy: null, powerWatts: null }
const termOn = (norms: readonly DutyNorm[], day: string, kind: DutyKind = 'case_answer') =>
  termOf(norms, { kind, facts, at: at(`${day}T10:00:00Z`), place: unknownPlace })

describe('an operator’s row of a norm', () => {
  const known = normsOf(law, [{ ...answer, term: [10, 'days'] }])
  test.each<[string, Partial<DutyNorm>, string, string | undefined]>([
    ['replaces it from its day on', { validFrom: '2026-06-01' }, '2026-06-01', '2026-06-06'],
    ['leaves the days before as they were', { validFrom: '2026-06-01' }, '2026-05-31', '2026-06-10'],
    ['ends it where it is repealed', { validFrom: '2026-06-01', state: 'repealed' }, '2026-06-01', undefined],
    ['waits while it is conditional', { code: 'new', state: 'conditional' }, '2026-06-01', '2026-06-11'],
    ['adds another one, of which the shorter counts', { code: 'new' }, '2026-06-01', '2026-06-06'],
    [
      'does not count where it is longer',
      { code: 'new', term: { count: 20, unit: 'days' } },
      '2026-06-01',
      '2026-06-11',
    ],
  ])('%s', (_, row, day, due) => {
    const own = { ...normsOf(law, [{ ...answer, term: [5, 'days'] }])[0]!, ...row }
    expect(termOn(overlayNorms(known, [own]), day)?.deadline.on).toBe(due)
  })
})

test('the operator sees the other norms beside the one that counts', () => {
  const norms = normsOf(law, [
    { ...answer, code: 'long', term: [20, 'days'] },
    { ...answer, code: 'short', term: [5, 'days'] },
  ])
  const term = termOn(norms, '2026-06-01')
  expect(term?.norm.code).toBe('short')
  expect(term?.others.map(({ norm }) => norm.code)).toEqual(['long'])
})

test.each<[DutyKind, string]>([
  ['case_answer', '2026-06-06'],
  ['contract_evidence', '2026-06-21'],
  ['suspension', '2026-06-21'],
  ['price_revision_notice', '2026-05-12'],
])('of two norms of %s the day that is better for the customer counts: %s', (kind, due) => {
  const norms = normsOf(law, [
    { kind, code: 'long', term: [20, 'days'] },
    { kind, code: 'short', term: [5, 'days'] },
  ])
  expect(termOn(norms, '2026-06-01', kind)?.deadline.on).toBe(due)
})

test('on the same day the norm of the sector counts, whatever the order', () => {
  const norms = normsOf(law, [
    { ...answer, code: 'a.general', term: [5, 'days'] },
    { ...answer, code: 'b.sector', energy: 'gas', term: [5, 'days'] },
  ])
  for (const inOrder of [norms, norms.toReversed()])
    expect(
      termOf(inOrder, { ...answer, facts: { ...facts, energy: 'gas' }, at: at('2026-06-01'), place: unknownPlace })
        ?.norm.code,
    ).toBe('b.sector')
})

test('a norm for powers up to a limit needs a power to compare', () => {
  const norms = normsOf(law, [{ ...answer, maxPowerWatts: 15_000, term: [5, 'days'] }])
  expect(termOn(norms, '2026-06-01')).toBeNull()
})

test.each<[DutyKind, string]>([
  ['case_answer', '2026-12-24'],
  ['supply_switch', '2026-12-14'],
])('%s goes on after a pause until %s', (kind, due) => {
  const paused = {
    ...({ kind, unit: 'days', count: 15, pausedAt: at('2026-12-01T10:00:00Z') } as const),
    deadline: { on: '2026-12-06', at: at('2026-12-06T23:00:00Z') },
  }
  expect(resumedDeadline(paused, at('2026-12-09T10:00:00Z'), unknownPlace).on).toBe(due)
})

test.each<[DutyKind, DutyState, string | null, string, DutyStatus]>([
  ['case_answer', 'open', null, '2026-12-01T22:59:59Z', 'running'],
  ['case_answer', 'open', null, '2026-12-01T23:00:00Z', 'late'],
  ['case_answer', 'paused', null, '2026-12-05T00:00:00Z', 'paused'],
  ['case_answer', 'done', '2026-12-01T22:59:59Z', '2026-12-05T00:00:00Z', 'done'],
  ['case_answer', 'done', '2026-12-01T23:00:00Z', '2026-12-05T00:00:00Z', 'missed'],
  ['case_answer', 'cancelled', null, '2026-12-05T00:00:00Z', 'cancelled'],
  ['suspension', 'open', null, '2026-12-05T00:00:00Z', 'running'],
  ['contract_evidence', 'done', '2026-12-05T00:00:00Z', '2026-12-05T00:00:00Z', 'done'],
])('%s that is %s and done at %s is at %s %s', (kind, state, doneAt, now, status) => {
  const duty = { kind, state, dueAt: at('2026-12-01T23:00:00Z'), doneAt: doneAt === null ? null : at(doneAt) }
  expect(dutyStatusAt(duty, at(now))).toBe(status)
})

import { describe, expect, test } from 'vitest'
import { builtInNorms } from '../../built-in-norms.ts'
import { findNormProblem, mergeNorms, normTimeOf, topicsOf, type VersionedNorm } from './rules.ts'

const today = '2026-11-27'
const builtIn = builtInNorms.find(({ code }) => code === 'care.billing')!
const own: VersionedNorm = {
  ...builtIn,
  ...{ term: { count: 3, unit: 'days' }, validFrom: '2027-01-01', validTo: '2027-07-01', version: 2 },
}
const rowsOf = (entered: VersionedNorm[], code = own.code) =>
  mergeNorms(entered).find((each) => each.code === code)?.rows

test('an own row replaces the built-in one on its days only, newest first', () => {
  expect(rowsOf([own])).toMatchObject([
    { validFrom: '2027-07-01', validTo: null, term: { count: 5 }, version: null },
    { validFrom: '2027-01-01', validTo: '2027-07-01', term: { count: 3 }, version: 2 },
    { validFrom: '2025-12-28', validTo: '2027-01-01', term: { count: 5 }, version: null },
  ])
})

test('every built-in norm and every own one is among them once', () => {
  const codes = mergeNorms([{ ...own, code: 'own.1' }]).map(({ code }) => code)
  expect(codes).toHaveLength(new Set(builtInNorms.map(({ code }) => code)).size + 1)
  expect(codes).toContain('own.1')
})

test.each([
  ['2026-11-28', null, 'planned'],
  ['2026-11-27', null, 'present'],
  ['2026-01-01', '2026-11-27', 'past'],
])('from %s to %s is %s', (validFrom, validTo, time) => expect(normTimeOf({ validFrom, validTo }, today)).toBe(time))

describe('refuses', () => {
  const input: Parameters<typeof findNormProblem>[0] = {
    ...{ law: 'Ley 1/2027', article: '3', source: 'BOE-A-2027-1', state: 'in_force', note: null },
    ...{ kind: 'case_answer', count: 3, unit: 'days', valid_from: '2026-11-28', valid_to: null },
  }
  test.each<[string, Partial<Parameters<typeof findNormProblem>[0]>, string[]]>([
    ['nothing of a norm from tomorrow', {}, []],
    ['nothing of a promise', { law: null, article: null, source: null }, []],
    ['a norm from today', { valid_from: today }, ['valid_from']],
    ['an end before its start', { valid_to: '2026-11-28' }, ['valid_to']],
    ['a law without its publication', { source: null }, ['source']],
    ['an article without its law', { law: null }, ['law']],
    ['a condition without saying which', { state: 'conditional' }, ['note']],
    ['a term of no days of what may take some', { count: 0 }, ['count']],
    ['nothing of the same day of what is due on it', { kind: 'supervisor_call', count: 0, unit: 'working_days' }, []],
    ['nothing of the same day of a part of a plan', { kind: 'plan_part', count: 0 }, []],
    ['no hours, which would be over at once', { kind: 'supervisor_call', count: 0, unit: 'hours' }, ['count']],
    ['nothing of a tolerance of what is done by a day', { tolerance_days: 3 }, []],
    ['a tolerance in hours', { tolerance_days: 3, unit: 'hours' }, ['tolerance_days']],
    ['a tolerance of what is kept', { kind: 'case_evidence', tolerance_days: 3 }, ['tolerance_days']],
    ['nothing of a condition with its note', { state: 'conditional', note: 'Si se convalida.' }, []],
  ])('%s', (_, given, fields) => {
    expect(Object.keys(findNormProblem({ ...input, ...given }, today) ?? {})).toEqual(fields)
  })
})

test('the topics of a kind are those that its norms distinguish', () => {
  expect(topicsOf('supply_switch')).toEqual(['complex', 'simple'])
  expect(topicsOf('mandate')).toEqual([])
})

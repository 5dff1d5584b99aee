import { expect, test } from 'vitest'
import { figureKinds, rowsOf } from '#domains/figures/kinds.ts'
import { regulatedFigures } from '#vocabulary/regulated-figures.ts'
import { historyOf, problemOf, standingOf } from './rules.ts'

const kindOf = (name: string) => figureKinds.find((kind) => kind.name === name)!
const vat = kindOf('vat')
const known = rowsOf(regulatedFigures, vat)
const today = '2026-10-20'

test('what an operator has entered stands among what is known, with its version', () => {
  const own = [
    { name: 'vat', valid_from: '2027-01-01', valid_to: '2027-07-01', value: '10', source: 'Ley 1/2027', version: 2 },
  ]
  const rows = historyOf(vat, { known, own })
  expect(rows.slice(-3)).toMatchObject([
    { validFrom: '2026-11-01', validTo: '2027-01-01', value: { numbers: ['21'], version: null }, provisional: true },
    { validFrom: '2027-01-01', validTo: '2027-07-01', value: { numbers: ['10'], version: 2 }, source: 'Ley 1/2027' },
    { validFrom: '2027-07-01', validTo: null, value: { numbers: ['21'], version: null } },
  ])
  expect(standingOf(rows.at(-2)!, today)).toBe('planned')
  expect(standingOf(rows[0]!, today)).toBe('in_force')
})

test.each([
  ['the next year', { valid_from: '2027-01-01', valid_to: null, values: ['10'] }, []],
  ['an end before its beginning', { valid_from: '2027-01-01', valid_to: '2027-01-01', values: ['10'] }, ['valid_to']],
  ['a day that is certain', { valid_from: '2026-10-01', valid_to: null, values: ['10'] }, ['valid_from']],
  ['no number', { valid_from: '2027-01-01', valid_to: null, values: ['ten'] }, ['values']],
  ['two numbers', { valid_from: '2027-01-01', valid_to: null, values: ['10', '4'] }, ['values']],
])('%s', (_, wanted, fields) => {
  expect(Object.keys(problemOf(vat, wanted, { others: known, today }) ?? {})).toEqual(fields)
})

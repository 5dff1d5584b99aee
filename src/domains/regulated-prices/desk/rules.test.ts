import { expect, test } from 'vitest'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import { listRows, regulatedPriceKinds } from '../kinds.ts'
import { findValueProblem, mergeHistory, valueStatusOf } from './rules.ts'

const kindOf = (name: string) => regulatedPriceKinds.find((kind) => kind.name === name)!
const vat = kindOf('vat')
const known = listRows(regulatedPrices, vat)
const today = '2026-10-20'

test('merges operators’ values with the built-in ones, with their versions', () => {
  const own = [
    { name: 'vat', valid_from: '2027-01-01', valid_to: '2027-07-01', value: '10', source: 'Ley 1/2027', version: 2 },
  ]
  const rows = mergeHistory(vat, { builtIn: known, entered: own })
  expect(rows.slice(-3)).toMatchObject([
    { validFrom: '2026-12-01', validTo: '2027-01-01', value: { numbers: ['21'], version: null }, provisional: true },
    { validFrom: '2027-01-01', validTo: '2027-07-01', value: { numbers: ['10'], version: 2 }, source: 'Ley 1/2027' },
    { validFrom: '2027-07-01', validTo: null, value: { numbers: ['21'], version: null } },
  ])
  expect(valueStatusOf(rows.at(-2)!, today)).toBe('planned')
  expect(valueStatusOf(rows[0]!, today)).toBe('in_force')
})

test.each([
  ['the next year', { valid_from: '2027-01-01', valid_to: null, values: ['10'] }, []],
  ['an end before its start', { valid_from: '2027-01-01', valid_to: '2027-01-01', values: ['10'] }, ['valid_to']],
  ['a first day that is too early', { valid_from: '2026-10-01', valid_to: null, values: ['10'] }, ['valid_from']],
  ['a value that is not a number', { valid_from: '2027-01-01', valid_to: null, values: ['ten'] }, ['values']],
  ['two numbers', { valid_from: '2027-01-01', valid_to: null, values: ['10', '4'] }, ['values']],
])('%s', (_, wanted, fields) => {
  expect(Object.keys(findValueProblem(vat, wanted, { others: known, today }) ?? {})).toEqual(fields)
})

import { expect, test } from 'vitest'
import { findNearestNames } from './nearest-names.ts'

const names = [
  'home.type',
  'contracts.itemsPerPage',
  'invoices.itemsPerPage',
  'invoices.chart.maxContracts',
  'payment.platforms',
]

const cases: [reason: string, typed: string, meant: string[]][] = [
  ['a letter is missing', 'home.typ', ['home.type']],
  ['a letter too many', 'home.types', ['home.type']],
  ['two letters are swapped', 'home.tyep', ['home.type']],
  ['case does not matter', 'HOME.TYPE', ['home.type']],
  ['the group is missing', 'maxContracts', ['invoices.chart.maxContracts']],
  ['the inner group is misspelt and the outer one missing', 'charts.maxContracts', ['invoices.chart.maxContracts']],
  ['two groups have such a setting', 'itemsPerPage', ['contracts.itemsPerPage', 'invoices.itemsPerPage']],
  ['the nearest comes first', 'invoice.itemsPerPage', ['invoices.itemsPerPage']],
  ['nothing is near', 'colour', []],
  ['nothing was typed', '', []],
]
test.each(cases)('%s: %s', (_, typed, meant) => {
  expect(findNearestNames(typed, names)).toEqual(meant)
})

test('suggests at most three names', () => {
  const many = ['a.enabled', 'b.enabled', 'c.enabled', 'd.enabled']
  expect(findNearestNames('enabled', many)).toEqual(['a.enabled', 'b.enabled', 'c.enabled'])
})

import { expect, test } from 'vitest'
import { nearestNames } from './nearest-names.ts'

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
  ['two letters changed places', 'home.tyep', ['home.type']],
  ['capitals do not count', 'HOME.TYPE', ['home.type']],
  ['the group was left out', 'maxContracts', ['invoices.chart.maxContracts']],
  ['the inner group was misspelt and the outer left out', 'charts.maxContracts', ['invoices.chart.maxContracts']],
  ['two groups have it', 'itemsPerPage', ['contracts.itemsPerPage', 'invoices.itemsPerPage']],
  ['the nearer comes first', 'invoice.itemsPerPage', ['invoices.itemsPerPage']],
  ['nothing is near', 'colour', []],
  ['nothing was typed', '', []],
]
test.each(cases)('%s: %s', (_, typed, meant) => {
  expect(nearestNames(typed, names)).toEqual(meant)
})

test('no more than three are named', () => {
  const many = ['a.enabled', 'b.enabled', 'c.enabled', 'd.enabled']
  expect(nearestNames('enabled', many)).toEqual(['a.enabled', 'b.enabled', 'c.enabled'])
})

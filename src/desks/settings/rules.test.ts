import { expect, test } from 'vitest'
import { catalogue } from '#domains/operator/settings/catalogue.ts'
import { groupOf, groups, isReadable, matches, toggled } from './rules.ts'

test.each([
  ['languages', 'languages'],
  ['defaultLocale', 'languages'],
  ['homepage', 'general'],
  ['invoices.chart.maxContracts', 'invoices'],
])('%s stands in %s', (path, group) => {
  expect(groupOf(path)).toBe(group)
})

test('every setting has a group of its own, and every group has settings', () => {
  const outermost = [...catalogue.keys()].filter((path) => path.includes('.')).map((path) => path.split('.')[0]!)
  expect([...new Set(outermost)].filter((name) => !groups.some((group) => group === name))).toEqual([])
  expect(new Set([...catalogue.keys()].map(groupOf))).toEqual(new Set(groups))
})

const told = ['contractation.gas.enabled', 'Contratación', 'Contratos nuevos de gas. Sí o no', ['ca', 10]]
test.each([
  ['', true, 'nothing is looked for'],
  ['gas.Enabled', true, 'a part of its path'],
  ['gas contratos', true, 'words in any order'],
  ['contratacion si', true, 'accents are left out by whoever is in a hurry'],
  ['10', true, 'a value'],
  ['gas luz', false, 'one of the words is nowhere'],
])('“%s” finds it: %s, because: %s', (typed, isFound) => {
  expect(matches(told, typed)).toBe(isFound)
})

test.each([
  [4.5, 4.5, true],
  [4.49, 8, false],
  [8, 4.49, false],
])('text of %s in light and %s in dark can be read: %s', (light, dark, readable) => {
  expect(isReadable({ text: { light, dark }, button: { light: 12, dark: 12 } })).toBe(readable)
})

test('a list keeps its order', () => {
  expect(toggled(['ca', 'es', 'en'], 'es')).toEqual(['ca', 'en'])
  expect(toggled(['ca', 'en'], 'es')).toEqual(['ca', 'en', 'es'])
})

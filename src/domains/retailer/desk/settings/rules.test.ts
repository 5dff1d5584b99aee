import { expect, test } from 'vitest'
import { settingCatalogue } from '../../settings/catalogue.ts'
import { isContrastSufficient, matchesSettingSearch, settingGroupOf, settingGroups, toggleMember } from './rules.ts'

test.each([
  ['languages', 'languages'],
  ['defaultLocale', 'languages'],
  ['homepage', 'general'],
  ['invoices.chart.maxContracts', 'invoices'],
])('puts %s into the group %s', (path, group) => {
  expect(settingGroupOf(path)).toBe(group)
})

test('every setting belongs to a group, and every group has settings', () => {
  const outermost = [...settingCatalogue.keys()].filter((path) => path.includes('.')).map((path) => path.split('.')[0]!)
  expect([...new Set(outermost)].filter((name) => !settingGroups.some((group) => group === name))).toEqual([])
  expect(new Set([...settingCatalogue.keys()].map(settingGroupOf))).toEqual(new Set(settingGroups))
})

const settingTexts = ['contractation.gas.enabled', 'Contratación', 'Contratos nuevos de gas. Sí o no', ['ca', 10]]
test.each([
  ['', true, 'nothing is looked for'],
  ['gas.Enabled', true, 'a part of its path'],
  ['gas contratos', true, 'words in any order'],
  ['contratacion si', true, 'accents are left out by whoever is in a hurry'],
  ['10', true, 'a value'],
  ['gas luz', false, 'one of the words is nowhere'],
])('“%s” matches: %s, because: %s', (typed, isFound) => {
  expect(matchesSettingSearch(settingTexts, typed)).toBe(isFound)
})

test.each([
  [4.5, 4.5, true],
  [4.49, 8, false],
  [8, 4.49, false],
])('text with contrast %s in light and %s in dark mode is sufficient: %s', (light, dark, readable) => {
  expect(isContrastSufficient({ text: { light, dark }, button: { light: 12, dark: 12 } })).toBe(readable)
})

test('toggling a member preserves the order of the list', () => {
  expect(toggleMember(['ca', 'es', 'en'], 'es')).toEqual(['ca', 'en'])
  expect(toggleMember(['ca', 'en'], 'es')).toEqual(['ca', 'en', 'es'])
})

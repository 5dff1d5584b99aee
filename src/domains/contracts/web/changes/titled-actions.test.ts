import { expect, test } from 'vitest'
import { findChoiceRedirect, parseTitledAction } from './titled-actions.ts'

const held = (electricity: number, gas: number) => [
  { energy: 'electricity' as const, total: electricity, first: { energy: 'electricity' as const, name: '0048213' } },
  { energy: 'gas' as const, total: gas, first: { energy: 'gas' as const, name: 'G-17' } },
]
const view = (action: string | undefined, text = '') => ({
  text,
  ...(action && { action }),
  offset: 0,
  limit: 10,
  itemsPerPage: 10,
})

test.each([
  ['the only contract', 'consumption', held(1, 0), '/contracts/electricity/0048213?action=consumption'],
  ['the only contract, which is of gas', 'consumption', held(0, 1), '/contracts/gas/G-17?action=consumption'],
  ['the only contract for another action', 'powChange', held(1, 0), '/contracts/electricity/0048213?action=powChange'],
  ['the only contract with power', 'powChange', held(1, 3), '/contracts/electricity/0048213?action=powChange'],
  ['the list of gas where there is nothing else', 'download', held(0, 2), '/contracts/gas?action=download'],
  ['nowhere with several contracts to choose from', 'consumption', held(2, 0), null],
  ['nowhere with several energies to choose from', 'consumption', held(1, 1), null],
  ['nowhere for power where there is only gas', 'powChange', held(0, 1), null],
  ['nowhere without any contract', 'consumption', held(0, 0), null],
  ['nowhere without an action', undefined, held(1, 0), null],
  ['nowhere for an unknown action', 'fly', held(1, 0), null],
])('redirects a list to %s', (_, action, has, expected) => {
  expect(findChoiceRedirect('electricity', view(action), has)).toBe(expected)
})

test('does not redirect from search results', () => {
  expect(findChoiceRedirect('electricity', view('consumption', 'Larios'), held(1, 0))).toBeNull()
})

test.each([
  ['consumption', 'consumption'],
  ['constructor', undefined],
  ['', undefined],
  [undefined, undefined],
])('maps the action %j to the list title %j', (action, expected) => {
  expect(parseTitledAction(action)).toBe(expected)
})

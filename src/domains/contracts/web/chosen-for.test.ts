import { expect, test } from 'vitest'
import { insteadOfChoosing, titledAction } from './chosen-for.ts'

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
  ['the only one, which is of gas', 'consumption', held(0, 1), '/contracts/gas/G-17?action=consumption'],
  ['the only one for something else', 'powChange', held(1, 0), '/contracts/electricity/0048213?action=powChange'],
  ['the only one with power', 'powChange', held(1, 3), '/contracts/electricity/0048213?action=powChange'],
  ['the list of gas, where there is nothing else', 'download', held(0, 2), '/contracts/gas?action=download'],
  ['nowhere from a choice', 'consumption', held(2, 0), null],
  ['nowhere from a choice of energies', 'consumption', held(1, 1), null],
  ['nowhere for power where there is only gas', 'powChange', held(0, 1), null],
  ['nowhere without any contract', 'consumption', held(0, 0), null],
  ['nowhere where the list is there to be read', undefined, held(1, 0), null],
  ['nowhere for what nobody knows', 'fly', held(1, 0), null],
])('a list leads to %s', (_, action, has, expected) => {
  expect(insteadOfChoosing('electricity', view(action), has)).toBe(expected)
})

test('what is searched for stays where it is found', () => {
  expect(insteadOfChoosing('electricity', view('consumption', 'Larios'), held(1, 0))).toBeNull()
})

test.each([
  ['consumption', 'consumption'],
  ['constructor', undefined],
  ['', undefined],
  [undefined, undefined],
])('the action %j titles a list as %j', (action, expected) => {
  expect(titledAction(action)).toBe(expected)
})

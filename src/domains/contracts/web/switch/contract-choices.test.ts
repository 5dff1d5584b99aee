import { expect, test } from 'vitest'
import type { Energy } from '#vocabulary/energies.ts'
import { filterChoices } from './contract-choices.ts'

const all: { energy: Energy; name: string; address: string }[] = [
  { energy: 'electricity', name: '0048213', address: 'Carrer de Provença, 214 - Barcelona' },
  { energy: 'electricity', name: '0048214', address: 'Calle Larios, 12 - Málaga' },
  { energy: 'gas', name: '0048213', address: 'Carrer de Provença, 214 - Barcelona' },
]
const present = all[0]!

test.each([
  ['', ['0048214', '0048213'], 'all but the present one, although gas bears the same number'],
  ['MALAGA larios', ['0048214'], 'words in any order, without accents'],
  ['48213', ['0048213'], 'part of a number'],
  ['larios barcelona', [], 'words of two different contracts'],
])('with %j finds %j: %s', (text, expected) => {
  expect(filterChoices(all, present, text).map(({ name }) => name)).toEqual(expected)
})

test('searches a thousand contracts between two keystrokes', () => {
  const many = Array.from({ length: 1200 }, (_, index) => ({ ...present, name: String(index) }))
  const startedAt = performance.now()
  expect(filterChoices(many, present, 'provença 1199')).toHaveLength(1)
  expect(performance.now() - startedAt).toBeLessThan(100)
})

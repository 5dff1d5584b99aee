import { describe, expect, test } from 'vitest'
import {
  choiceFromForm,
  findAllowedWidgets,
  findRefusedCookies,
  hasWidgets,
  noCookies,
  parseChoice,
  serializeChoice,
} from './rules.ts'

const key = 'k'.repeat(22)
const statistics = { ...noCookies, statistics: true }

describe('a stored decision', () => {
  test.each([[noCookies], [statistics], [{ preferences: true, statistics: true, marketing: true }]])(
    '%j round-trips',
    (choice) => {
      const storedChoice = { key, textVersion: 'a1', choice }
      expect(parseChoice(serializeChoice(storedChoice))).toEqual(storedChoice)
    },
  )
  test.each([[undefined], [''], ['short.a1.p'], [`${key}.a1.x`], [`${key}.a1`], [`${key}.a1.p.q`]])(
    '%j is invalid',
    (text) => expect(parseChoice(text)).toBeNull(),
  )
})

test.each([
  [{ choice: 'accept' }, { preferences: true, statistics: true, marketing: true }],
  [{ choice: 'reject', statistics: 'on' }, noCookies],
  [{ choice: 'chosen', statistics: 'on' }, statistics],
  [{ choice: 'chosen' }, noCookies],
  [{}, null],
])('%j decides %j', (fields, choice) => expect(choiceFromForm(fields as Record<string, string>)).toEqual(choice))

test('refusing a purpose removes its cookies and no others', () => {
  const names = ['token', 'language', 'visitor', '_ga', '_ga_X1', '_gid', '_pk_id.1.1fff', '_fbp', '_gcl_au', 'consent']
  expect(findRefusedCookies(names, statistics)).toEqual(['_fbp', '_gcl_au'])
  expect(findRefusedCookies(names, { ...noCookies, marketing: true })).toEqual([
    '_ga',
    '_ga_X1',
    '_gid',
    '_pk_id.1.1fff',
  ])
})

test('third-party scripts are limited to contracting, each after its consent', () => {
  const settings = {
    contractation: { chatWidgetUrl: 'https://chat.test/a.js', orderTrackingWidgetUrl: 'https://o.test/b.js' },
  }
  expect(findAllowedWidgets(settings, null)).toEqual([])
  expect(findAllowedWidgets(settings, noCookies)).toEqual([])
  expect(findAllowedWidgets(settings, statistics)).toEqual(['https://o.test/b.js'])
  expect(findAllowedWidgets(settings, { ...noCookies, preferences: true })).toEqual(['https://chat.test/a.js'])
  expect(hasWidgets('/new-gas-customer')).toBe(true)
  expect(hasWidgets('/invoices')).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { allowedWidgets, choiceOf, hasWidgets, noCookies, readChoice, refusedCookies, writeChoice } from './rules.ts'

const key = 'k'.repeat(22)
const statistics = { ...noCookies, statistics: true }

describe('a kept decision', () => {
  test.each([[noCookies], [statistics], [{ preferences: true, statistics: true, marketing: true }]])(
    '%j comes back as it was',
    (choice) => {
      const kept = { key, textVersion: 'a1', choice }
      expect(readChoice(writeChoice(kept))).toEqual(kept)
    },
  )
  test.each([[undefined], [''], ['short.a1.p'], [`${key}.a1.x`], [`${key}.a1`], [`${key}.a1.p.q`]])(
    '%j is none',
    (text) => expect(readChoice(text)).toBeNull(),
  )
})

test.each([
  [{ choice: 'accept' }, { preferences: true, statistics: true, marketing: true }],
  [{ choice: 'reject', statistics: 'on' }, noCookies],
  [{ choice: 'chosen', statistics: 'on' }, statistics],
  [{ choice: 'chosen' }, noCookies],
  [{}, null],
])('%j decides %j', (fields, choice) => expect(choiceOf(fields as Record<string, string>)).toEqual(choice))

test('what is refused takes its cookies along, and nothing else', () => {
  const names = ['token', 'language', 'visitor', '_ga', '_ga_X1', '_gid', '_pk_id.1.1fff', '_fbp', '_gcl_au', 'consent']
  expect(refusedCookies(names, statistics)).toEqual(['_fbp', '_gcl_au'])
  expect(refusedCookies(names, { ...noCookies, marketing: true })).toEqual(['_ga', '_ga_X1', '_gid', '_pk_id.1.1fff'])
})

test('scripts of others are for contracting, each after its consent', () => {
  const settings = {
    contractation: { chatWidgetUrl: 'https://chat.test/a.js', orderTrackingWidgetUrl: 'https://o.test/b.js' },
  }
  expect(allowedWidgets(settings, null)).toEqual([])
  expect(allowedWidgets(settings, noCookies)).toEqual([])
  expect(allowedWidgets(settings, statistics)).toEqual(['https://o.test/b.js'])
  expect(allowedWidgets(settings, { ...noCookies, preferences: true })).toEqual(['https://chat.test/a.js'])
  expect(hasWidgets('/new-gas-customer')).toBe(true)
  expect(hasWidgets('/invoices')).toBe(false)
})

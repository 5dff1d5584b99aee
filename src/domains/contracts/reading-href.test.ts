import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { readingHref } from './reading-href.ts'

const all = { settings: defaultSettings, flags: { 'crm.case': true } }

test('links a reading to the named contract', () => {
  expect(readingHref(all, '00 48')).toBe('/contact?autolectures=true&contract=00%2048')
  expect(readingHref(all)).toBe('/contact?autolectures=true')
})

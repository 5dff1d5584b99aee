import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { changeAddress, contractingAddress } from './ways-on.ts'

const { contractation } = defaultSettings
const off = { enabled: false }
const everything = { isSignedIn: false, hasPage: () => true }

test.each<[string, Partial<typeof contractation>, Partial<typeof everything>, string | null]>([
  ['electricity comes first', {}, {}, '/new-electricity-customer'],
  ['then gas', { electricity: off }, {}, '/new-gas-customer'],
  ['then both', { electricity: off, gas: off }, {}, '/new-dual-customer'],
  ['nothing where nothing can be taken out', { electricity: off, gas: off, dual: off }, {}, null],
  ['nothing where there is no such page', {}, { hasPage: () => false }, null],
  ['nothing for visitors where only customers contract', { authenticate: true }, {}, null],
  ['but for customers', { authenticate: true }, { isSignedIn: true }, '/new-electricity-customer'],
])('%s', (_, changed, given, expected) => {
  const settings = { contractation: { ...contractation, ...changed } }
  expect(contractingAddress(settings, { ...everything, ...given })).toBe(expected)
})

test('a change of power is asked for with its powers', () => {
  expect(changeAddress('0048213', ['3.4', '2'])).toBe('/contracts/electricity/0048213?action=powChange&p1=3.4&p2=2')
})

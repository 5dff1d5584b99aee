import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { findContractingAddress, powerChangeAddress } from './next-addresses.ts'

const { contractation } = defaultSettings
const off = { enabled: false }
const everything = { isSignedIn: false, hasPage: () => true }

test.each<[string, Partial<typeof contractation>, Partial<typeof everything>, string | null]>([
  ['links to electricity first', {}, {}, '/new-electricity-customer'],
  ['links to gas where electricity is off', { electricity: off }, {}, '/new-gas-customer'],
  ['links to both together where each alone is off', { electricity: off, gas: off }, {}, '/new-dual-customer'],
  ['links nowhere where nothing is sold', { electricity: off, gas: off, dual: off }, {}, null],
  ['links nowhere where there is no such page', {}, { hasPage: () => false }, null],
  ['links visitors nowhere where only customers may contract', { authenticate: true }, {}, null],
  [
    'links customers where only customers may contract',
    { authenticate: true },
    { isSignedIn: true },
    '/new-electricity-customer',
  ],
])('%s', (_, changed, given, expected) => {
  const settings = { contractation: { ...contractation, ...changed } }
  expect(findContractingAddress(settings, { ...everything, ...given })).toBe(expected)
})

test('links to a change of power with the powers prefilled', () => {
  expect(powerChangeAddress('0048213', ['3.4', '2'])).toBe(
    '/contracts/electricity/0048213?action=powChange&p1=3.4&p2=2',
  )
})

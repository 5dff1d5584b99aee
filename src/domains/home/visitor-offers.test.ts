import { expect, test } from 'vitest'
import { withSetting } from '#domains/retailer/settings/by-path.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { toPublicSettings } from '#domains/retailer/settings.ts'
import { findVisitorOffers } from './visitor-offers.ts'

const everything = {
  'contractation.electricity.enabled': true,
  'contractation.gas.enabled': true,
  'contractation.dual.enabled': true,
  'contractation.authenticate': false,
  'comparator.enabled': true,
  'powerCalculator.enabled': true,
}

function namesWith(changes: Record<string, unknown>, hasPage: (address: string) => boolean = () => true): string {
  const settings = Object.entries({ ...everything, ...changes }).reduce(
    (all, [path, value]) => withSetting(all, path, value),
    defaultSettings,
  )
  const groups = findVisitorOffers(toPublicSettings(settings), hasPage)
  return groups.map(({ group, offers }) => `${group}: ${offers.map(({ name }) => name).join(' ')}`).join('; ')
}

const chosen = 'choose: comparator gasComparator calculator'

test.each<[string, Record<string, unknown>, string]>([
  ['everything that is sold and helps to choose', {}, `contract: electricity gas dual; ${chosen}`],
  ['nothing that is not sold', { 'contractation.gas.enabled': false }, `contract: electricity dual; ${chosen}`],
  ['no contract that only customers may take out', { 'contractation.authenticate': true }, chosen],
  [
    'no comparators where they are disabled',
    { 'comparator.enabled': false },
    'contract: electricity gas dual; choose: calculator',
  ],
])('offers a visitor: %s', (_, changes, names) => {
  expect(namesWith(changes)).toBe(names)
})

test('omits offers whose page does not exist', () => {
  expect(namesWith({}, (address) => address === '/power')).toBe('choose: calculator')
})

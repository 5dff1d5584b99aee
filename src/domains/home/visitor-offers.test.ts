import { expect, test } from 'vitest'
import { withSetting } from '#domains/operator/settings/by-path.ts'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { publicSettings } from '#domains/operator/settings.ts'
import { visitorOffers } from './visitor-offers.ts'

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
  const groups = visitorOffers(publicSettings(settings), hasPage)
  return groups.map(({ group, offers }) => `${group}: ${offers.map(({ name }) => name).join(' ')}`).join('; ')
}

const chosen = 'choose: comparator gasComparator calculator'

test.each<[string, Record<string, unknown>, string]>([
  ['everything that is sold and helps to choose', {}, `contract: electricity gas dual; ${chosen}`],
  ['what is not sold is left out', { 'contractation.gas.enabled': false }, `contract: electricity dual; ${chosen}`],
  ['contracts for customers alone are no offer to visitors', { 'contractation.authenticate': true }, chosen],
  ['without comparators', { 'comparator.enabled': false }, 'contract: electricity gas dual; choose: calculator'],
])('a visitor is offered: %s', (_, changes, names) => {
  expect(namesWith(changes)).toBe(names)
})

test('what has no page is no offer', () => {
  expect(namesWith({}, (address) => address === '/power')).toBe('choose: calculator')
})

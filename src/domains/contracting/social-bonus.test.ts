import { expect, test } from 'vitest'
import { bonusLossOf, mayHaveSocialBonus } from './social-bonus.ts'

test.each([
  [4_817, 90_000, { basis: 'bills', fourMonthsCents: 4_817, yearCents: 14_451 }, 'own bills count before any profile'],
  [0, 90_000, { basis: 'bills', fourMonthsCents: 0, yearCents: 0 }, 'bills without a discount are known as well'],
  [null, 90_001, { basis: 'profile', vulnerableCents: 38_250, severeCents: 51_751 }, 'a profile gives both discounts'],
  [null, null, { basis: 'unknown' }, 'neither is known'],
] as const)(
  'a discount of %s in four months and a year of %s lose %j: %s',
  (fourMonthsCents, yearCents, loss, _why) => {
    expect(bonusLossOf({ fourMonthsCents, yearCents, discounts: { vulnerable: '42.5', severe: '57.5' } })).toEqual(loss)
  },
)

test.each([
  [{ isCompany: false, residence: 'habitual', powerWatts: [4_600, 10_000] }, true, 'a home up to 10 kW'],
  [{ isCompany: false, residence: 'habitual', powerWatts: [4_600, 10_001] }, false, 'more than 10 kW'],
  [{ isCompany: false, residence: 'second', powerWatts: [4_600] }, false, 'a second home'],
  [{ isCompany: true, residence: 'habitual', powerWatts: [4_600] }, false, 'a company'],
])('the supply %j may have the social bonus: %s (%s)', (supply, expected, _why) => {
  expect(mayHaveSocialBonus(supply)).toBe(expected)
})

import type { Cents } from '#vocabulary/money.ts'

/** The discounts of the social bonus in percent, of a vulnerable and of a severely vulnerable household. */
export type BonusDiscounts = { vulnerable: string; severe: string }

/** The highest power of a supply that may have the social bonus: that of the regulated price (Real Decreto 216/2014, art. 5). */
const maxBonusPowerWatts = 10_000

/** What a household loses in a year with the social bonus, and what that was computed from. */
export type BonusLoss =
  | { basis: 'bills'; yearCents: Cents; fourMonthsCents: Cents }
  | { basis: 'profile'; vulnerableCents: Cents; severeCents: Cents }
  | { basis: 'unknown' }

/**
 * Returns the yearly loss: three times the discount of the last four months' bills (Real Decreto 88/2026, art. 13.j), or
 * where that is not known, at most the discounts of what a year costs with the consumption of the supply.
 */
export function bonusLossOf({
  fourMonthsCents,
  yearCents,
  discounts: { vulnerable, severe },
}: {
  fourMonthsCents: Cents | null
  yearCents: Cents | null
  discounts: BonusDiscounts
}): BonusLoss {
  if (fourMonthsCents !== null) return { basis: 'bills', fourMonthsCents, yearCents: fourMonthsCents * 3 }
  if (yearCents === null) return { basis: 'unknown' }
  const discount = (percent: string) => Math.round((yearCents * Number(percent)) / 100)
  return { basis: 'profile', vulnerableCents: discount(vulnerable), severeCents: discount(severe) }
}

/** Checks whether a holder may have the social bonus: a person, for the home where they live, up to 10 kW. */
export function mayHaveSocialBonus(supply: {
  isCompany: boolean
  residence: string
  powerWatts: readonly number[]
}): boolean {
  const { isCompany, residence, powerWatts } = supply
  return !isCompany && residence === 'habitual' && Math.max(0, ...powerWatts) <= maxBonusPowerWatts
}

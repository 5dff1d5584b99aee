/**
 * Why two bills of a supply differ: more or fewer days, energy used per day, its share in dear and cheap hours, surplus
 * fed in, prices of the product, prices set by regulation, contracted powers, power taken above them, reactive
 * energy, discounts, tax rates, services, what the wallet paid, and charges that only one of both has.
 */
export const bridgeCauses = [
  'days',
  'use',
  'hours',
  'surplus',
  'product_prices',
  'regulated_prices',
  'powers',
  'excess',
  'reactive',
  'discounts',
  'taxes',
  'services',
  'wallet',
  'one_offs',
] as const
export type BridgeCause = (typeof bridgeCauses)[number]

/** What each cause changes, in cents that are not rounded yet. */
export type Effects = Map<BridgeCause, number>

/** Adds an amount to what a cause changes. */
export function addEffect(effects: Effects, cause: BridgeCause, cents: number): void {
  effects.set(cause, (effects.get(cause) ?? 0) + cents)
}

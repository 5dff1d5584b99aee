import type { BillLine } from '../bill.ts'
import { type BillTerm, costOf, mergeQuantities, type PricedQuantity, quantitiesOf } from './bill-terms.ts'
import { addEffect, type Effects } from './bridge-causes.ts'
import { knownDiscountShareOf } from './discount-share.ts'

type Quantities = Map<number, PricedQuantity>

/** The lines of two bills, the days of the second by those of the first, and what a cent of the term costs with taxes. */
export type TermComparison = {
  before: readonly BillLine[]
  after: readonly BillLine[]
  daysRatio: number
  taxFactors: { before: number; after: number }
}

/**
 * Returns why a term differs between two bills. The causes are applied to the first bill one after the other: its days,
 * its quantities, the periods in which they are used, its prices, its discount, its taxes. So what each changes is
 * counted once, and together they lead to the second bill.
 */
export function compareTerm(term: BillTerm, { before, after, daysRatio, taxFactors }: TermComparison): Effects {
  const effects: Effects = new Map()
  const [first, second] = alignPeriods(quantitiesOf(before, term.kind), quantitiesOf(after, term.kind))
  const [firstShare, secondShare] = undiscountedShares(term, before, after)
  const net = (cause: Parameters<typeof addEffect>[1], cents: number) =>
    addEffect(effects, cause, cents * firstShare * taxFactors.before)

  const firstCents = costOf(first.values())
  const longerCents = term.isDaily ? firstCents * daysRatio : firstCents
  net('days', longerCents - firstCents)
  const atFirstPrices = costOf([...second].map(([period, part]) => ({ ...part, unitCents: priceIn(first, period) })))
  const grownCents = growUse(term, { first, second, longerCents, atFirstPrices, daysRatio })
  net(term.quantityCause, grownCents - longerCents)
  net('hours', atFirstPrices - grownCents)
  const secondCents = costOf(second.values())
  net(term.priceCause, secondCents - atFirstPrices)

  addEffect(effects, 'discounts', secondCents * (secondShare - firstShare) * taxFactors.before)
  addEffect(effects, 'taxes', secondCents * secondShare * (taxFactors.after - taxFactors.before))
  return effects
}

/**
 * Gives both bills the same periods. A period that one of them lacks has no quantity and the price of the other; where
 * the bills have other periods, as after a change of tariff, their sums are compared.
 */
function alignPeriods(before: Quantities, after: Quantities): [Quantities, Quantities] {
  if (before.size === 0) return [withoutQuantity(after), after]
  if (after.size === 0) return [before, withoutQuantity(before)]
  const isSame = before.size === after.size && [...before.keys()].every((period) => after.has(period))
  return isSame ? [before, after] : [merged(before), merged(after)]
}

function withoutQuantity(quantities: Quantities): Quantities {
  return new Map([...quantities].map(([period, part]) => [period, { ...part, quantity: 0 }]))
}

function merged(quantities: Quantities): Quantities {
  return new Map([[0, mergeQuantities([...quantities.values()])]])
}

function priceIn(quantities: Quantities, period: number): number {
  return quantities.get(period)!.unitCents
}

/** Returns what the first bill costs once as much is used as in the second, in the same proportion of periods. */
function growUse(
  term: BillTerm,
  compared: { first: Quantities; second: Quantities; longerCents: number; atFirstPrices: number; daysRatio: number },
): number {
  const firstSum = sumQuantity(compared.first) * (term.isDaily ? compared.daysRatio : 1)
  // Powers are contracted for each period: another proportion is another power, not another use.
  if (term.quantityCause !== 'use' || firstSum === 0) return compared.atFirstPrices
  return compared.longerCents * (sumQuantity(compared.second) / firstSum)
}

function sumQuantity(quantities: Quantities): number {
  return mergeQuantities([...quantities.values()]).quantity
}

/** Returns the share of a term's cost that its discount leaves, in both bills. A bill without the term changes nothing. */
function undiscountedShares(
  { kind, discount }: BillTerm,
  before: readonly BillLine[],
  after: readonly BillLine[],
): [number, number] {
  if (!discount) return [1, 1]
  const first = knownDiscountShareOf(before, kind, discount)
  const second = knownDiscountShareOf(after, kind, discount)
  return [first ?? second ?? 1, second ?? first ?? 1]
}

import type { BillLine, BillLineKind } from '../bill.ts'
import type { BridgeCause } from './bridge-causes.ts'
import type { TaxedAs } from './tax-factors.ts'

/** A term of bills whose lines are quantities with a price. */
export type BillTerm = {
  kind: BillLineKind
  discount?: BillLineKind
  /** Whether the quantity grows with the days of the bill. */
  isDaily: boolean
  /** What it means when the quantity differs otherwise, and when the price does. */
  quantityCause: BridgeCause
  priceCause: BridgeCause
  taxedAs: TaxedAs
}

/** The terms that are compared by quantity and price. Lines of other kinds are compared by their sum. */
export const billTerms: readonly BillTerm[] = [
  productTerm('power', 'powers', 'electricity'),
  productTerm('energy', 'use', 'electricity'),
  productTerm('gas_fixed', 'product_prices', 'supply'),
  productTerm('gas_variable', 'use', 'supply'),
  {
    kind: 'surplus',
    isDaily: false,
    quantityCause: 'surplus',
    priceCause: 'product_prices',
    taxedAs: 'electricity',
  },
  {
    kind: 'social_bonus_funding',
    isDaily: true,
    quantityCause: 'regulated_prices',
    priceCause: 'regulated_prices',
    taxedAs: 'electricity',
  },
  { kind: 'meter', isDaily: true, quantityCause: 'one_offs', priceCause: 'regulated_prices', taxedAs: 'meter' },
  { kind: 'hydrocarbon_tax', isDaily: true, quantityCause: 'use', priceCause: 'taxes', taxedAs: 'supply' },
]

function productTerm(
  kind: 'power' | 'energy' | 'gas_fixed' | 'gas_variable',
  quantityCause: BridgeCause,
  taxedAs: BillTerm['taxedAs'],
): BillTerm {
  return { kind, discount: `${kind}_discount`, isDaily: true, quantityCause, priceCause: 'product_prices', taxedAs }
}

/** A quantity of a term in a bill, such as the energy of a period, and its price in cents. */
export type PricedQuantity = { quantity: number; unitCents: number }

/** Returns the quantities of a kind of lines by period; 0 stands for lines without a period. */
export function quantitiesOf(lines: readonly BillLine[], kind: BillLineKind): Map<number, PricedQuantity> {
  const byPeriod = Map.groupBy(
    lines.filter((line) => line.kind === kind),
    ({ period }) => period ?? 0,
  )
  return new Map([...byPeriod].map(([period, members]) => [period, mergeQuantities(members.map(quantityOf))]))
}

/** Returns the sum of quantities at their average price, which is their price where they have the same. */
export function mergeQuantities(parts: readonly PricedQuantity[]): PricedQuantity {
  const quantity = parts.reduce((sum, part) => sum + part.quantity, 0)
  const [first] = parts
  const hasOnePrice = parts.every(({ unitCents }) => unitCents === first?.unitCents)
  if (quantity === 0 || hasOnePrice) return { quantity, unitCents: first?.unitCents ?? 0 }
  return { quantity, unitCents: costOf(parts) / quantity }
}

/** Returns what quantities cost, in cents that are not rounded. */
export function costOf(parts: Iterable<PricedQuantity>): number {
  let cents = 0
  for (const { quantity, unitCents } of parts) cents += quantity * unitCents
  return cents
}

function quantityOf({ quantity, days, unitPrice }: BillLine): PricedQuantity {
  return { quantity: Number(quantity) * (days ?? 1), unitCents: Number(unitPrice) * 100 }
}

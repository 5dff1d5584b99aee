import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Energy } from '#vocabulary/energies.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { RevisionKind, RevisionState } from './rules.ts'

/** The prices of a product in a tariff: of one energy or the other. */
export type ProductPrices = ElectricityPrices | GasPrices

/** A revision of the prices or the terms of a product in a tariff. */
export type Revision = {
  id: string
  kind: RevisionKind
  product: { id: number; name: string; energy: Energy }
  tariff: string
  appliesOn: MarketDay
  /** The last day on which its notices may be sent. */
  notifyBy: MarketDay
  /** What changes and why, in the languages of the portal. */
  explanation: Partial<Record<Locale, string>>
  /** Null where terms change. */
  prices: { before: ProductPrices; after: ProductPrices } | null
  state: RevisionState
  startedAt: Date
}

/**
 * The cost of a customer's own year before and after a revision, with all taxes, and what is known of that year: its
 * curve, or its invoices.
 */
export type RevisedYear = {
  basis: 'measured' | 'billed'
  firstDay: MarketDay
  lastDay: MarketDay
  energyWh: number
  beforeCents: Cents
  afterCents: Cents
}

import type { TransferDetails } from '#domains/payments/transfer.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import type { Cups } from '#vocabulary/cups.ts'
import type { DayRange } from '#vocabulary/dated-figures.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { RectificativeType } from '../rules.ts'

/** What every invoice says of itself and of the two sides. Its days are both included. */
export type InvoiceHead = DayRange & {
  number: string
  issuedOn: MarketDay
  retailer: { name: string; taxId: string | null; address: string | null; phone: string | null; email: string | null }
  holder: { name: string; taxId: string }
  totalCents: Cents
  payment: InvoicePayment
  /** Where and with which words the money is sent; null where nothing is to be sent, or nowhere. */
  transfer: TransferDetails | null
}

/** How an invoice is paid, as it stands on the day the document is drawn. Accounts are told by their last digits. */
export type InvoicePayment =
  | { state: 'directDebit'; on: MarketDay; accountEnding: string }
  | { state: 'transfer'; until: MarketDay }
  | { state: 'unpaid'; dueOn: MarketDay; pendingCents: Cents }
  | { state: 'checking' | 'paid' | 'refunded' }
  | { state: 'refund'; accountEnding: string }

/** All that an invoice of one supply shows. */
export type InvoiceDocument = InvoiceHead & {
  energy: 'electricity' | 'gas'
  supply: {
    cups: Cups
    address: string
    contract: string
    /** The access tariff, e.g. `2.0TD`, and the retailer's product on it. */
    tariff: string
    product: string
    /** Contracted power per period, P1 first; empty for gas. */
    powerWatts: readonly number[]
    /** Whom to call when there is no supply. */
    distributor: { name: string; breakdownPhone: string | null }
  }
  lines: readonly BillLine[]
  /** The months billed until now, oldest first; the last one is this invoice's, so there is always one. */
  months: readonly BilledMonth[]
  /** What the same days cost and took a year before. */
  yearBefore: { totalCents: Cents; energyWh: number } | null
  rectification: Rectification | null
}

/** The energy billed for a month: per period, P1 first, or one figure where there are no periods. */
export type BilledMonth = { firstDay: MarketDay; energyWh: readonly number[]; surplusWh: number }

/**
 * The kind of correction that an invoice is, by the market's table 102, and of which invoice: A and B cancel (B to be
 * replaced), R replaces, C adds, G settles.
 */
export type Rectification = { type: Exclude<RectificativeType, 'N'>; number: string | null }

/** An invoice that gathers those of many supply points. */
export type MultipointDocument = InvoiceHead & { points: readonly InvoicedPoint[] }

/** One of the invoices that are gathered, with the place that it is for. */
export type InvoicedPoint = {
  town: string
  address: string
  cups: Cups
  invoiceNumber: string
  energyWh: number
  totalCents: Cents
  /** Empty where the retailer has not told them. */
  lines: readonly BillLine[]
}

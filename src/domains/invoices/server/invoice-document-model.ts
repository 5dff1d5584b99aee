import type { DueAmount } from '#domains/payments/next-part.ts'
import type { TransferDetails } from '#domains/payments/transfer.ts'
import type { AccessCosts } from '#vocabulary/access-costs.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import type { Cups } from '#vocabulary/cups.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { RectificativeType } from '../rules.ts'

/** The data that every invoice shows about itself and both parties. The first and the last day are both included. */
export type InvoiceHead = DayRange & {
  number: string
  issuedOn: MarketDay
  retailer: { name: string; taxId: string | null; address: string | null; phone: string | null; email: string | null }
  holder: { name: string; taxId: string }
  totalCents: Cents
  payment: InvoicePayment
  /** The account and concept for a transfer; null if nothing is to be transferred or there is no account. */
  transfer: TransferDetails | null
}

/** How an invoice is paid, as of the day the document is drawn. Accounts are shown by their last digits. */
export type InvoicePayment =
  | { state: 'directDebit'; on: MarketDay; accountEnding: string }
  | { state: 'transfer'; until: MarketDay }
  | { state: 'unpaid'; dueOn: MarketDay; pendingCents: Cents }
  /** Whether the next part pays anything of it, or only other invoices of its plan. */
  | ({ state: 'inParts'; isDue: boolean } & DueAmount)
  | { state: 'checking' | 'paid' | 'refunded' }
  | { state: 'refund'; accountEnding: string }

/** Everything that an invoice of one supply point shows. */
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
    /** The number to call in a power cut. */
    distributor: { name: string; breakdownPhone: string | null }
  }
  particulars: Particulars
  lines: readonly BillLine[]
  /**
   * The billed months up to this invoice, oldest first. The last one is this invoice's own, so the list is never empty.
   */
  months: readonly BilledMonth[]
  /** The cost and energy of the same period a year before. */
  yearBefore: { totalCents: Cents; energyWh: number } | null
  /** The address of the comparator of the CNMC with the figures of the bill; null where the bill has none. */
  comparatorAddress: string | null
  rectification: Rectification | null
}

/** What an invoice tells of its meter and its contract; what is not known is null and is left out. */
export type Particulars = {
  meterNumber: string | null
  /** The number of the contract with the distributor. */
  accessContract: string | null
  readings: BilledReadings | null
  /** The highest power of each period in the last year, P1 first. */
  highestWatts: readonly number[] | null
  endsOn: MarketDay | null
  renewsOn: MarketDay | null
  penalty: { percent: string; endsOn: MarketDay } | null
  /** The day from which other prices of the product are planned. */
  nextPricesOn: MarketDay | null
  energyOrigin: string | null
  /** The code of its type (table 113), and the energy whose surplus the bill pays. */
  selfConsumption: { code: string; cau: string | null; compensatedWh: number } | null
  accessCosts: AccessCosts | null
}

/** The registers of a meter at both ends of a bill, in kWh by period or in cubic metres of gas. */
export type BilledReadings = {
  unit: 'kWh' | 'm3'
  from: BilledReading
  to: BilledReading
  /** Of gas: the kWh of a cubic metre as billed, and its gross calorific value. */
  factor: number | null
  calorific: number | null
}
export type BilledReading = { date: MarketDay; is_estimated: boolean; registers: readonly number[] }

/** The energy billed for a month: by period, P1 first, or a single value if there are no periods. */
export type BilledMonth = { firstDay: MarketDay; energyWh: readonly number[]; surplusWh: number }

/**
 * The type of correction, by table 102 of the market, and the corrected invoice: A and B cancel (B to be replaced), R
 * replaces, C adds, G settles.
 */
export type Rectification = { type: Exclude<RectificativeType, 'N'>; number: string | null }

/** An invoice that covers the invoices of many supply points. */
export type MultipointDocument = InvoiceHead & { points: readonly InvoicedPoint[] }

/** One of the invoices of a multipoint invoice, with its supply point. */
export type InvoicedPoint = {
  town: string
  address: string
  cups: Cups
  invoiceNumber: string
  energyWh: number
  totalCents: Cents
  /** Empty if the retailer has not provided them. */
  lines: readonly BillLine[]
}

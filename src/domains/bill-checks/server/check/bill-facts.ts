import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import type { BillLine, Discounts, ProductTerm } from '#vocabulary/bill.ts'
import type { Overbilling } from '#vocabulary/bill-correction.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import type { InterestRules } from '#vocabulary/interest-rules.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { TariffZone } from '#vocabulary/tariff-periods.ts'

/** A value that a contract has from a day until the next of its kind begins. */
export type DatedTerm<Value> = { fromDay: MarketDay; value: Value }

/** Contracted powers, P1 first. The day is not exact where only the day of its import is known. */
export type DatedPowers = DatedTerm<readonly number[]> & { isExact: boolean }

/** The prices of the product in an access tariff from a day on. */
export type DatedPrices = { validFrom: MarketDay; tariff: string; terms: ElectricityPrices | GasPrices }

/** The energy of some days by tariff period, P1 first, and how many of their hours were measured. */
export type MeteredSpan = DayRange & {
  importWh: readonly number[]
  /** Null without any surplus data. */
  exportWh: number | null
  /** What the import cost at the market in euros, P1 first; null where it is not known, absent where it does not count. */
  marketEur?: readonly number[] | null
  /** Hours of the days with data. The days of a clock change have 23 and 25. */
  coveredHours: number
  /** Hours within them without a value. */
  missingHours: number
  estimatedHours: number
  /** Hours within them whose value is not validated yet. */
  provisionalHours: number
}

/** What the registers of a meter counted over the days of the bill, P1 first. */
export type RegisterFacts = { energyWh: readonly number[]; isEstimated: boolean }

export type ContractFacts = {
  startsOn: MarketDay | null
  endsOn: MarketDay | null
  productName: string
  /** Whether the prices of energy are what is added to the market price of each hour. */
  followsMarket?: boolean
  tariffs: readonly DatedTerm<string>[]
  powers: readonly DatedPowers[]
  promotion: { endsOn: MarketDay; discounts: Discounts<ProductTerm> } | null
  /** Whether the customer chose hours, days or months in which energy is cheaper. */
  hasChosenHours: boolean
}

/** A bill that this one corrects or cancels. */
export type CorrectedBill = { dueOn: MarketDay; amountTotalCents: Cents; lines: readonly BillLine[] }

/** What a bill gives back because an earlier one charged too much, and how its retailer counts the interest. */
export type OverbillingFacts = { correction: Overbilling; returnedOn: MarketDay; rules: InterestRules }

export type CheckedBill = DayRange & {
  energy: 'electricity' | 'gas'
  dueOn: MarketDay
  amountTotalCents: Cents
  rectificativeType: string
  content: InvoiceContent
}

/** What is known of a bill without what its meter told. */
export type StoredBillFacts = Omit<BillFacts, 'metered' | 'registers' | 'quarterHourExcessKw'>

/** All that is known of a bill from elsewhere: what the check compares it with. */
export type BillFacts = {
  bill: CheckedBill
  cups?: string
  corrected: CorrectedBill | null
  /** Absent where it gives nothing back. */
  overbilling?: OverbillingFacts
  /** Whether a later bill cancels or replaces it. */
  isTakenBack?: boolean
  /** The days of the last bill before this one of the same contract. */
  before: DayRange | null
  contract: ContractFacts
  zone: TariffZone
  prices: readonly DatedPrices[]
  /** Metered energy of each span of `energySpansOf`; none without data. */
  metered: readonly MeteredSpan[]
  registers: RegisterFacts | null
  /**
   * The excess of the quarter hours of the bill over the contracted powers, in kW by period (`excessOfQuarterHours`); null
   * where they are not all measured, or not what the supply is billed by.
   */
  quarterHourExcessKw: readonly Decimal[] | null
  /** What the wallet's ledger has booked for this bill; null while it has nothing. */
  walletBookedCents: Cents | null
}

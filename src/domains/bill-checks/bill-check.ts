import type { BillLineKind } from '#vocabulary/bill.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'

export const checkStates = ['right', 'wrong', 'unknown'] as const
export type CheckState = (typeof checkStates)[number]

/** What is wrong with a line or a bill. */
export const faultKinds = [
  ...(['arithmetic', 'amount', 'days', 'charged_twice', 'outside_contract', 'missing'] as const),
  ...(['power', 'tariff', 'price', 'quantity', 'discount', 'promotion_over', 'cap'] as const),
  ...(['regulated_price', 'tax_rate', 'tax_base', 'tax_kind', 'wallet', 'not_agreed', 'cancellation', 'sum'] as const),
  ...(['comparator_code', 'interest', 'returned_in_parts'] as const),
] as const
export type FaultKind = (typeof faultKinds)[number]

/** Why something cannot be told. */
export const unknownReasons = [
  ...(['no_lines', 'no_curve', 'curve_incomplete', 'curve_estimated'] as const),
  ...(['curve_provisional', 'registers_estimated'] as const),
  ...(['sources_differ', 'price_unknown', 'product_differs', 'power_unknown', 'power_day_unknown'] as const),
  ...(['tariff_unknown', 'figure_provisional', 'figure_unknown', 'meter_unknown', 'chosen_hours'] as const),
  ...(['maximeter_unknown', 'reactive_unknown', 'no_source', 'comparator_sum'] as const),
  ...(['discount_part', 'ledger_unknown', 'long_period', 'gap', 'corrected_unknown', 'days_impossible'] as const),
  ...(['payment_unknown'] as const),
] as const
export type UnknownReason = (typeof unknownReasons)[number]

/** Which of several accepted readings of the law a right line follows. */
export const readings = [
  ...(['funding_inside', 'funding_outside', 'general_rate', 'reduced_rate', 'professional_gas'] as const),
] as const
export type Reading = (typeof readings)[number]

/** The norm behind a verdict, with the dated row where a regulated price was compared. */
export type LegalBasis = {
  norm: string
  article: string | null
  row: { name: string; validFrom: MarketDay; validTo: MarketDay | null; value: string; source: string } | null
}

/** The verdict on a line; without an index on one that is missing from the bill. */
export type LineCheck = DayRange & {
  index: number | null
  kind: BillLineKind
  period: Period | null
  state: CheckState
  amountCents: Cents
  /** Null where it cannot be told. */
  expectedCents: Cents | null
  /** What was billed too much, or too little where negative; 0 unless it is wrong. */
  differenceCents: Cents
  faults: FaultKind[]
  unknown: UnknownReason[]
  readings: Reading[]
  basis: LegalBasis[]
}

/** What a bill charges by period, and what the distributor says of its days now. */
export type MeterDifference = DayRange & {
  periods: { period: Period | null; billedWh: number; meteredWh: number }[]
  /** What the bill has too much by its own prices, with taxes, or too little where negative; null where it cannot be told. */
  differenceCents: Cents | null
  /** The day on which the distributor last corrected a day of the bill after it was issued; null if it did not. */
  correctedOn: MarketDay | null
}

/** The verdict on a bill. */
export type BillCheck = {
  state: CheckState
  /** What the whole bill has too much with its taxes, or too little where negative. */
  differenceCents: Cents
  lines: LineCheck[]
  /** What concerns the bill as a whole: the sum of its lines, and a gap to the bill before. */
  faults: FaultKind[]
  unknown: UnknownReason[]
  /** Null where the energy of the bill agrees with its curve, or cannot be compared. */
  meter: MeterDifference | null
}

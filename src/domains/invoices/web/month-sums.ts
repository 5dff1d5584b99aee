import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import { attentionOf } from '../rules.ts'
import type { ReadInvoice } from './read-invoice.ts'

/** What the invoices of a month, of one contract or of several together, sum up to. */
export type MonthSum = {
  month: MarketDay
  /** Null for several contracts together. */
  contractName: string | null
  address: string
  settledCents: Cents
  /** What is still to be paid; null where nothing is. */
  dueCents: Cents | null
  /** Null for joint invoices. */
  energyWh: number | null
}

/** What an invoice adds to the sums, where a server tells no sums and all invoices are at hand. */
export function sumOfInvoice(invoice: ReadInvoice): MonthSum {
  const { month, contractName, address, energyWh, standing } = invoice
  const dueCents = standing && attentionOf(standing) === 'owed' ? invoice.amountPendingCents : null
  return {
    month,
    contractName,
    address,
    settledCents: invoice.amountTotalCents - (dueCents ?? 0),
    dueCents,
    energyWh,
  }
}

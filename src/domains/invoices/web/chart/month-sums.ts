import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import { attentionOf } from '../../rules.ts'
import type { InvoiceModel } from '../parse-invoice.ts'

/** The sums of the invoices of a month, of one contract or of several together. */
export type MonthSum = {
  month: MarketDay
  /** Null for several contracts together. */
  contractName: string | null
  address: string
  settledCents: Cents
  /** The amount still to be paid; null if there is none. */
  dueCents: Cents | null
  /** Null for multipoint invoices. */
  energyWh: number | null
}

/**
 * Returns the contribution of an invoice to the sums, for servers that return no sums, when all invoices are at hand.
 */
export function monthSumOf(invoice: InvoiceModel): MonthSum {
  const { month, contractName, address, energyWh, status } = invoice
  const dueCents = status && attentionOf(status) === 'owed' ? invoice.amountPendingCents : null
  return {
    month,
    contractName,
    address,
    settledCents: invoice.amountTotalCents - (dueCents ?? 0),
    dueCents,
    energyWh,
  }
}

import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { InvoiceMonth } from '../api.ts'
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

/** The sums of the wire in the words of the product. */
export function readMonthSum(wire: InvoiceMonth): MonthSum {
  return {
    month: wire.month,
    contractName: wire.contract?.name ?? null,
    address: wire.contract?.full_address ?? '',
    settledCents: Math.round(wire.amount_settled * 100),
    dueCents: wire.amount_due === null ? null : Math.round(wire.amount_due * 100),
    energyWh: wire.energy_consumed === null ? null : Math.round(wire.energy_consumed * 1000),
  }
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

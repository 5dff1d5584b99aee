import type { BillLine } from '#vocabulary/bill.ts'
import { compareBills } from '#vocabulary/bill-bridge/bill-bridge.ts'
import type { Comparison, InvoiceLine } from '../api.ts'
import type { ComparedInvoice } from './invoice-store.ts'

/** Returns a line as the API sends it. */
export function presentLine(line: BillLine): InvoiceLine {
  const { kind, period, firstDay, lastDay, quantity, unit, days, unitPrice, amountCents, figure, label, endsOn } = line
  return {
    kind,
    period,
    first_day: firstDay,
    last_day: lastDay,
    quantity,
    unit,
    days,
    unit_price: unitPrice,
    amount: amountCents / 100,
    is_regulated: figure !== null,
    label: label ?? null,
    ends_on: endsOn ?? null,
  }
}

/** Returns the comparison of an invoice with an earlier one as the API sends it; null without an earlier one. */
export function presentComparison(before: ComparedInvoice | undefined, after: ComparedInvoice): Comparison | null {
  if (!before) return null
  const bridge = compareBills(billOf(before), billOf(after))
  return {
    number: before.number,
    start_date: before.starts_on,
    end_date: before.ends_on,
    amount_total: before.amount_total_cents / 100,
    difference: (after.amount_total_cents - before.amount_total_cents) / 100,
    steps: bridge ? bridge.steps.map(({ cause, amountCents }) => ({ cause, amount: amountCents / 100 })) : null,
  }
}

/** Returns an invoice as its comparison reads it. */
export function billOf({ starts_on, ends_on, content, amount_total_cents }: ComparedInvoice) {
  return { firstDay: starts_on, lastDay: ends_on, lines: content.lines, totalCents: amount_total_cents }
}

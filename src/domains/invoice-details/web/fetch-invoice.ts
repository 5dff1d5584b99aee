import { parseInvoice, parseMultipointInvoice } from '#domains/invoices/web/parse-invoice.ts'
import type { Send } from '#kit/web/send.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import { type InvoiceHours, type InvoiceLine, readInvoiceDetails, readInvoiceHours } from '../api.ts'
import { centsOf } from './cents.ts'
import type { ShownInvoice } from './shown-invoice.ts'

/** Fetches an invoice with its details. @throws Refused 404 if the customer has none with this number. */
export async function fetchInvoice(send: Send, number: string, signal: AbortSignal): Promise<ShownInvoice> {
  const details = await send(readInvoiceDetails, { query: { number }, signal })
  if (details.kind === 'multipoint') {
    const { kind, members } = details
    return { kind, invoice: parseMultipointInvoice(details.invoice), details: null, members }
  }
  const { kind, invoice, lines } = details
  return { kind, invoice: parseInvoice(invoice), details: { ...details, lines: lines.map(parseLine) }, members: [] }
}

function parseLine(line: InvoiceLine): BillLine {
  const { kind, period, first_day: firstDay, last_day: lastDay, quantity, unit, days, unit_price: unitPrice } = line
  // The portal groups and names lines by their kind, and shows no more of a regulated price than its amount.
  return {
    ...{ kind: kind as BillLine['kind'], period, firstDay, lastDay, quantity, unit, days, unitPrice },
    ...{ amountCents: centsOf(line.amount), figure: null },
    ...(line.label !== null && { label: line.label }),
    ...(line.ends_on !== null && { endsOn: line.ends_on }),
  }
}

/** Fetches what each hour of an invoice cost. */
export function fetchHours(send: Send, number: string, signal: AbortSignal): Promise<InvoiceHours> {
  return send(readInvoiceHours, { query: { number }, signal })
}

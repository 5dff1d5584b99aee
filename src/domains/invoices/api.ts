import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { documentTypes } from './downloads.ts'
import { paidStatuses, rectificativeTypes } from './rules.ts'

const maxPerPage = 150
const defaultPerPage = 100

const Day = z.iso.date()
/** Euros or kilowatt hours, with exact decimals. */
const Amount = z.number()

const PendingState = z.object({ change_date: Day, pending_state: z.object({ ov_description: z.string() }) })
const OnlinePayment = z.object({ payment_enabled: z.boolean(), rel_object_type: z.string() })

/** The default of the specification, for servers that do not list the available documents. */
const Documents = z._default(z.array(z.enum(documentTypes)), ['pdf', 'signed_pdf', 'curve_csv'])

export const Invoice = z.object({
  id: z.number(),
  invoice_id: z.number(),
  number: z.string(),
  date: Day,
  start_date: Day,
  end_date: Day,
  due_date: z.optional(Day),
  amount_total: Amount,
  amount_pending: Amount,
  amount_to_pay: Amount,
  /**
   * The next part of an invoice that is paid by a plan of parts: how much of the invoice is paid with it, which may be
   * nothing while older ones of the plan are paid, and until when.
   */
  next_part: z.optional(z.nullable(z.object({ amount: Amount, due_date: Day }))),
  energy_consumed: Amount,
  paid_status: z.enum(paidStatuses),
  // A, B or other: any other value is treated as a normal invoice.
  rectificative_type: z.catch(z.enum(rectificativeTypes), 'N'),
  contract: z.object({ name: z.string() }),
  cups: z.object({ name: z.optional(z.string()), full_address: z.string() }),
  pending_state_history: z.array(PendingState),
  online_payment: OnlinePayment,
  /** Whether there is an account to which the amount can be transferred. */
  transfer_enabled: z.optional(z.boolean()),
  documents: Documents,
  /** The multipoint invoice that is paid in its place. */
  multipoint_invoice: z.optional(z.nullable(z.object({ number: z.string(), date: Day }))),
})
export type Invoice = z.output<typeof Invoice>

export const MultipointInvoice = z.object({
  /** Without an id the invoice has neither documents nor payment. */
  id: z.optional(z.number()),
  number: z.string(),
  date: Day,
  /** The first billed day, if the server sends it. */
  start_date: z.optional(Day),
  end_date: z.optional(Day),
  due_date: z.optional(Day),
  address_invoice_id: z.string(),
  amount_total: Amount,
  amount_pending: z.optional(Amount),
  amount_to_pay: z.optional(Amount),
  paid_status: z.optional(z.enum(paidStatuses)),
  online_payment: z.optional(OnlinePayment),
  transfer_enabled: z.optional(z.boolean()),
  documents: Documents,
})
export type MultipointInvoice = z.output<typeof MultipointInvoice>

const Page = {
  offset: z._default(z.coerce.number().check(z.int32(), z.gte(0)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPerPage)), defaultPerPage),
  filter: z.optional(z.string().check(z.maxLength(4000))),
}
const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), n_items: z.number(), offset: z.number(), limit: z.number() })

const invoiceKinds = ['electricity', 'gas'] as const

export const listInvoices = call({
  method: 'GET',
  path: '/invoices/',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  scope: 'invoices:read',
  query: z.strictObject({
    ...Page,
    type: z._default(z.enum(invoiceKinds), 'electricity'),
    /** Leaves out the invoices that belong to a multipoint invoice, which is paid in their place. */
    by_itself: z.optional(z.literal('true')),
  }),
  reply: z.extend(listOf(Invoice), {
    /**
     * The amount pending of all matches, not only of this page. Present for the list of invoices that are paid by
     * themselves.
     */
    amount_pending: z.optional(Amount),
    /** What of that is due: of invoices that are paid in parts, the next part alone. Present with the amount pending. */
    amount_due: z.optional(Amount),
  }),
  refusals: { filter_unknown: 400 },
  summary: 'Lists the invoices of electricity or gas, newest first',
})

export const listMultipointInvoices = call({
  method: 'GET',
  path: '/invoices_multipoint/',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  scope: 'invoices:read',
  query: z.strictObject(Page),
  reply: listOf(MultipointInvoice),
  refusals: { filter_unknown: 400 },
  summary: 'Lists the multipoint invoices, newest first',
})

const InvoiceCounts = z.object({ electricity: z.number(), gas: z.number(), multipoint: z.number() })
export type InvoiceCounts = z.output<typeof InvoiceCounts>

export const countInvoices = call({
  method: 'GET',
  path: '/invoice_counts/',
  versions: [2],
  access: 'customer',
  scope: 'invoices:read',
  reply: InvoiceCounts,
  summary: 'Returns the number of invoices of each kind',
})

const InvoiceMonth = z.object({
  month: Day,
  /** Null for all contracts together, for example when there are more than the chart can distinguish. */
  contract: z.nullable(z.object({ name: z.string(), full_address: z.string() })),
  amount_settled: Amount,
  /** Null if nothing is left to pay. */
  amount_due: z.nullable(Amount),
  /** Null for multipoint invoices. */
  energy_consumed: z.nullable(Amount),
})
export type InvoiceMonth = z.output<typeof InvoiceMonth>

export const sumInvoicesByMonth = call({
  method: 'GET',
  path: '/invoice_months/',
  versions: [2],
  access: 'customer',
  scope: 'invoices:read',
  query: z.strictObject({
    filter: Page.filter,
    type: z._default(z.enum([...invoiceKinds, 'multipoint']), 'electricity'),
  }),
  reply: z.object({ items: z.array(InvoiceMonth) }),
  refusals: { filter_unknown: 400 },
  summary: 'Returns the totals of all invoices that match a filter, by month and by contract',
})

export const filterFields = ['cups', 'addresses', 'contracts', 'vats'] as const
export type FilterField = (typeof filterFields)[number]

export const listFilterParams = call({
  method: 'GET',
  path: '/filter/params',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  query: z.strictObject({
    fields: z.string().check(z.regex(/^(cups|addresses|contracts|vats)(,(cups|addresses|contracts|vats))*$/)),
    type: z._default(z.enum([...invoiceKinds, 'multipoint']), 'electricity'),
  }),
  reply: z.object({
    cups: z.optional(z.array(z.string())),
    addresses: z.optional(z.array(z.string())),
    contracts: z.optional(z.array(z.string())),
    vats: z.optional(z.array(z.string())),
  }),
  summary: 'Lists the values by which invoices can be filtered',
})

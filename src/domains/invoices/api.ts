import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { documentTypes } from './downloads.ts'
import { paidStatuses, rectificativeTypes } from './rules.ts'

const mostPerPage = 150
const defaultPerPage = 100

const Day = z.iso.date()
/** Euros, or kilowatt hours, with their exact decimals. */
const Amount = z.number()

const PendingState = z.object({ change_date: Day, pending_state: z.object({ ov_description: z.string() }) })
const OnlinePayment = z.object({ payment_enabled: z.boolean(), rel_object_type: z.string() })

/** Those of the specification, where a server does not say what there is. */
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
  energy_consumed: Amount,
  paid_status: z.enum(paidStatuses),
  // A, B or other: whatever else a server says is an invoice like any other.
  rectificative_type: z.catch(z.enum(rectificativeTypes), 'N'),
  contract: z.object({ name: z.string() }),
  cups: z.object({ name: z.optional(z.string()), full_address: z.string() }),
  pending_state_history: z.array(PendingState),
  online_payment: OnlinePayment,
  /** Whether there is an account to which the money for it can be sent. */
  transfer_enabled: z.optional(z.boolean()),
  documents: Documents,
  /** The joint invoice that is paid in its stead. */
  multipoint_invoice: z.optional(z.nullable(z.object({ number: z.string(), date: Day }))),
})
export type Invoice = z.output<typeof Invoice>

export const MultipointInvoice = z.object({
  /** Without it there are no documents and no payment. */
  id: z.optional(z.number()),
  number: z.string(),
  date: Day,
  /** The days that it charges, where a server tells them. */
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
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(mostPerPage)), defaultPerPage),
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
  scope: 'invoices:read',
  query: z.strictObject({
    ...Page,
    type: z._default(z.enum(invoiceKinds), 'electricity'),
    /** Leaves out those that a multipoint invoice gathers, which is paid in their place. */
    by_itself: z.optional(z.literal('true')),
  }),
  reply: z.extend(listOf(Invoice), {
    /** What is still to be paid of all that fit, not of this page alone; told of those that are paid by themselves. */
    amount_pending: z.optional(Amount),
  }),
  refusals: { filter_unknown: 400 },
  summary: 'The invoices of electricity or gas, newest first',
})

export const listMultipointInvoices = call({
  method: 'GET',
  path: '/invoices_multipoint/',
  versions: [2],
  access: 'customer',
  scope: 'invoices:read',
  query: z.strictObject(Page),
  reply: listOf(MultipointInvoice),
  refusals: { filter_unknown: 400 },
  summary: 'The invoices that gather several supply points, newest first',
})

const InvoiceMonth = z.object({
  month: Day,
  /** Null for all contracts together, as where there are more than the chart can tell apart. */
  contract: z.nullable(z.object({ name: z.string(), full_address: z.string() })),
  amount_settled: Amount,
  /** Null where nothing is left to be paid. */
  amount_due: z.nullable(Amount),
  /** Null for joint invoices. */
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
  summary: 'The sums of all invoices that a filter finds, by month and by contract',
})

export const filterFields = ['cups', 'addresses', 'contracts', 'vats'] as const
export type FilterField = (typeof filterFields)[number]

export const listFilterParams = call({
  method: 'GET',
  path: '/filter/params',
  versions: [2],
  access: 'customer',
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
  summary: 'The values by which invoices can be filtered',
})

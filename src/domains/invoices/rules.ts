import { dayKind, type FilterFields, type FilterKind, textKind } from '#kit/filter.ts'

export const paidStatuses = [
  'pending_remesa',
  'pending_transfer',
  'paid',
  'paid_without_transaction',
  'manual_verification_required',
  'unpaid',
] as const
export type PaidStatus = (typeof paidStatuses)[number]

/** N normal, A cancelling, B cancelling with substitute, R rectifying, C complementary, G regularising (CNMC table 102). */
export const rectificativeTypes = ['N', 'A', 'B', 'R', 'C', 'G'] as const
export type RectificativeType = (typeof rectificativeTypes)[number]

/** How an invoice stands, in the customer's words: the key of a text. */
export type InvoiceStanding =
  | 'will_be_charged'
  | 'waiting_for_transfer'
  | 'pending_refund'
  | 'paid'
  | 'refunded'
  | 'partly_paid'
  | 'unpaid'

/** What a standing asks of the customer: to wait, to pay, or nothing any more. */
export type Attention = 'waiting' | 'owed' | 'settled'

const attentions: Record<InvoiceStanding, Attention> = {
  will_be_charged: 'waiting',
  waiting_for_transfer: 'waiting',
  pending_refund: 'waiting',
  paid: 'settled',
  refunded: 'settled',
  partly_paid: 'owed',
  unpaid: 'owed',
}

/** What a standing asks of the customer, which gives its chip a colour (specification, point 4: chip colours). */
export function attentionOf(standing: InvoiceStanding): Attention {
  return attentions[standing]
}

// Euros and kilowatt hours, to the cent and the watt hour; more digits would not fit into the integers of the tables.
const moneyKind: FilterKind = { shape: /^-?\d{1,7}(\.\d{1,2})?$/ }
const energyKind: FilterKind = { shape: /^-?\d{1,12}(\.\d{1,3})?$/ }

/** What may be asked of each kind of list. */
export const invoiceFields = {
  number: textKind,
  date: dayKind,
  start_date: dayKind,
  end_date: dayKind,
  due_date: dayKind,
  amount_total: moneyKind,
  amount_pending: moneyKind,
  energy_consumed: energyKind,
  paid_status: textKind,
  rectificative_type: textKind,
  'contract.name': textKind,
  'cups.name': textKind,
  'cups.full_address': textKind,
  vat: textKind,
} satisfies FilterFields
export const multipointFields = {
  number: textKind,
  date: dayKind,
  due_date: dayKind,
  amount_total: moneyKind,
  amount_pending: moneyKind,
  paid_status: textKind,
} satisfies FilterFields

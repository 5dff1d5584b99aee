import { dayFieldType, type FilterFields, type FilterFieldType, textFieldType } from '#kit/filter.ts'

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

/** Checks whether an invoice is the one that charges its days: the first, or the one that replaces it. */
export function chargesItsDays(type: string): boolean {
  return type === 'N' || type === 'R'
}

/** The status of an invoice as shown to the customer: the key of a text. */
export type InvoiceStatus =
  | 'will_be_charged'
  | 'waiting_for_transfer'
  | 'pending_refund'
  | 'paid'
  | 'refunded'
  | 'partly_paid'
  | 'in_parts'
  | 'unpaid'

/** What a status requires of the customer: to wait, to pay, or nothing any more. */
export type Attention = 'waiting' | 'owed' | 'settled'

const attentions: Record<InvoiceStatus, Attention> = {
  will_be_charged: 'waiting',
  waiting_for_transfer: 'waiting',
  pending_refund: 'waiting',
  paid: 'settled',
  refunded: 'settled',
  partly_paid: 'owed',
  in_parts: 'owed',
  unpaid: 'owed',
}

/**
 * Returns what a status requires of the customer, which sets the colour of its badge (specification, point 4: chip
 * colours).
 */
export function attentionOf(status: InvoiceStatus): Attention {
  return attentions[status]
}

// Euros and kilowatt hours, to the cent and the watt hour. More digits would not fit into the integer columns.
const moneyKind: FilterFieldType = { pattern: /^-?\d{1,7}(\.\d{1,2})?$/ }
const energyKind: FilterFieldType = { pattern: /^-?\d{1,12}(\.\d{1,3})?$/ }

/** The filter fields of each kind of list. */
export const invoiceFields = {
  number: textFieldType,
  date: dayFieldType,
  start_date: dayFieldType,
  end_date: dayFieldType,
  due_date: dayFieldType,
  amount_total: moneyKind,
  amount_pending: moneyKind,
  energy_consumed: energyKind,
  paid_status: textFieldType,
  rectificative_type: textFieldType,
  'contract.name': textFieldType,
  'cups.name': textFieldType,
  'cups.full_address': textFieldType,
  vat: textFieldType,
} satisfies FilterFields
export const multipointFields = {
  number: textFieldType,
  date: dayFieldType,
  due_date: dayFieldType,
  amount_total: moneyKind,
  amount_pending: moneyKind,
  paid_status: textFieldType,
} satisfies FilterFields

import { describe, expect, test } from 'vitest'
import { parseFilter } from '#kit/server/parse-filter.ts'
import {
  type Attention,
  attentionOf,
  countedEnergyWh,
  type InvoiceStanding,
  invoiceFields,
  multipointFields,
  type PaidStatus,
  paidStatuses,
  type RectificativeType,
  rectificativeTypes,
  standingOf,
} from './rules.ts'

const owedInFull = { amountTotalCents: 4569, amountPendingCents: 4569 }

describe('how an invoice stands', () => {
  // Across: the types in the order of `rectificativeTypes`, N A B R C G.
  const table: Record<PaidStatus, InvoiceStanding[]> = {
    pending_remesa: spread('will_be_charged', { A: 'pending_refund', B: 'pending_refund' }),
    pending_transfer: spread('waiting_for_transfer', { A: 'pending_refund', B: 'pending_refund' }),
    paid: spread('paid', { A: 'refunded' }),
    paid_without_transaction: spread('paid', { A: 'refunded' }),
    manual_verification_required: spread('paid', { A: 'refunded' }),
    unpaid: spread('unpaid'),
  }
  const rows = paidStatuses.flatMap((paidStatus) =>
    rectificativeTypes.map((type, place) => [paidStatus, type, table[paidStatus][place]!] as const),
  )

  test.each(rows)('%s of type %s is %s', (paidStatus, rectificativeType, expected) => {
    expect(standingOf({ paidStatus, rectificativeType, ...owedInFull })).toBe(expected)
  })

  test.each<[number, InvoiceStanding, string]>([
    [4569, 'unpaid', 'nothing of it was paid'],
    [2000, 'partly_paid', 'some of it was paid'],
    [5000, 'partly_paid', 'costs were added to what is left'],
    [0, 'unpaid', 'the retailer has not booked it, though nothing is left'],
  ])('unpaid with %i of 4569 cents left is %s: %s', (amountPendingCents, expected) => {
    const invoice = {
      paidStatus: 'unpaid',
      rectificativeType: 'N',
      amountTotalCents: 4569,
      amountPendingCents,
    } as const
    expect(standingOf(invoice)).toBe(expected)
  })
})

test.each<[InvoiceStanding, Attention, string]>([
  ['will_be_charged', 'waiting', 'the bank will do it'],
  ['waiting_for_transfer', 'waiting', 'a company pays at its term'],
  ['pending_refund', 'waiting', 'the retailer will do it'],
  ['paid', 'settled', 'nothing is left to do'],
  ['refunded', 'settled', 'nothing is left to do'],
  ['partly_paid', 'owed', 'the rest is left to pay'],
  ['unpaid', 'owed', 'all of it is left to pay'],
])('an invoice that is %s is %s: %s', (standing, expected) => {
  expect(attentionOf(standing)).toBe(expected)
})

test.each<[RectificativeType, number, number, string]>([
  ['N', 190_000, 190_000, 'what was used'],
  ['A', 190_000, -190_000, 'it takes back what it cancels'],
  ['A', -190_000, -190_000, 'also where the retailer has written the minus itself'],
  ['B', 190_000, -190_000, 'as one that is replaced by another does, whose energy would count twice'],
  ['R', 190_000, 190_000, 'it stands in the place of the cancelled one'],
])('an invoice of type %s with %i Wh counts as %i Wh: %s', (rectificativeType, energyWh, expected) => {
  expect(countedEnergyWh({ rectificativeType, energyWh })).toBe(expected)
})

describe('a filter of invoices', () => {
  test.each<[string, unknown, string]>([
    ['number', 'FE26/157374', 'words'],
    ['date', '2026-02-28', 'a day'],
    ['start_date', '2026-02-28', 'a day'],
    ['end_date', '2026-02-28', 'a day'],
    ['due_date', '2026-02-28', 'a day'],
    ['amount_total', 45.69, 'euros with cents, as a number'],
    ['amount_total', '-45.69', 'in favour of the customer, as a text'],
    ['amount_pending', '0', 'nothing left'],
    ['energy_consumed', '190.125', 'kilowatt hours to the Wh'],
    ['energy_consumed', '-190', 'taken back'],
    ['paid_status', 'unpaid', 'words'],
    ['rectificative_type', 'A', 'words'],
    ['contract.name', '0048213', 'words, so that zeros at the beginning count'],
    ['cups.name', 'ES0031406083219007ZY0F', 'words'],
    ['cups.full_address', 'Carrer Major, 1 - Vic', 'words'],
    ['vat', '12345678Z', 'words'],
  ])('takes %s %j: %s', (field, value) => {
    expect(parsed(field, value, invoiceFields)).toEqual([[field, '=', value]])
  })

  test.each<[string, unknown, string]>([
    ['date', '28/02/2026', 'days are written year first'],
    ['date', '2026-02-29', 'only leap years have such a day'],
    ['amount_total', '45,69', 'a point parts the cents on the wire'],
    ['amount_total', '45.699', 'there are no parts of cents'],
    ['amount_total', '1e3', 'amounts are written out'],
    ['amount_total', '10000000', 'no invoice in the tables can be so high'],
    ['energy_consumed', '0.1234', 'there are no parts of a Wh'],
    ['energy_consumed', '', 'nothing is no amount'],
    ['number', 'FE\0', 'the database takes no such letter'],
  ])('refuses %s %j: %s', (field, value) => {
    expect(parsed(field, value, invoiceFields)).toBeNull()
  })

  test.each(['start_date', 'energy_consumed', 'contract.name', 'cups.name', 'vat'])(
    'by %s is refused where invoices are gathered, since they are of several places',
    (field) => {
      expect(parsed(field, '1', multipointFields)).toBeNull()
    },
  )
})

function spread(usual: InvoiceStanding, other: Partial<Record<RectificativeType, InvoiceStanding>> = {}) {
  return rectificativeTypes.map((type) => other[type] ?? usual)
}

function parsed(field: string, value: unknown, fields: typeof invoiceFields | typeof multipointFields) {
  return parseFilter(JSON.stringify([[field, '=', value]]), fields)
}

import { describe, expect, test } from 'vitest'
import { parseFilter } from '#kit/server/parse-filter.ts'
import { type Attention, attentionOf, type InvoiceStatus, invoiceFields, multipointFields } from './rules.ts'

test.each<[InvoiceStatus, Attention, string]>([
  ['will_be_charged', 'waiting', 'the bank will do it'],
  ['waiting_for_transfer', 'waiting', 'a company pays at its term'],
  ['pending_refund', 'waiting', 'the retailer will do it'],
  ['paid', 'settled', 'nothing is left to do'],
  ['refunded', 'settled', 'nothing is left to do'],
  ['partly_paid', 'owed', 'the rest is left to pay'],
  ['in_parts', 'owed', 'the parts that are left are to be paid'],
  ['unpaid', 'owed', 'all of it is left to pay'],
])('an invoice with status %s is %s: %s', (standing, expected) => {
  expect(attentionOf(standing)).toBe(expected)
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
  ])('accepts %s %j: %s', (field, value) => {
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
  ])('rejects %s %j: %s', (field, value) => {
    expect(parsed(field, value, invoiceFields)).toBeNull()
  })

  test.each(['start_date', 'energy_consumed', 'contract.name', 'cups.name', 'vat'])(
    'by %s is rejected for multipoint invoices, which cover several supply points',
    (field) => {
      expect(parsed(field, '1', multipointFields)).toBeNull()
    },
  )
})

function parsed(field: string, value: unknown, fields: typeof invoiceFields | typeof multipointFields) {
  return parseFilter(JSON.stringify([[field, '=', value]]), fields)
}

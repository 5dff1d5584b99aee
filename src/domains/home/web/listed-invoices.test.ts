import { expect, test } from 'vitest'
import { sampleInvoice } from '#domains/invoices/web/invoice-testing.ts'
import type { InvoiceModel } from '#domains/invoices/web/parse-invoice.ts'
import { dueInvoicesAddress, findDueInvoices, mergeInvoices } from './listed-invoices.ts'

const kinds = ['electricity', 'gas', 'multipoint'] as const
const pagesOf = (...lists: InvoiceModel[][]) => kinds.map((_, place) => pageOf(lists[place] ?? []))
const pageOf = (items: InvoiceModel[]) => ({ items, total: items.length })
const numbers = (listed: { invoice: InvoiceModel }[]) => listed.map(({ invoice: { number } }) => number)

test('sorts invoices of several kinds together, newest first', () => {
  const electricity = [
    sampleInvoice({ number: 'E2', issuedOn: '2026-11-05' }),
    sampleInvoice({ number: 'E1', issuedOn: '2026-10-05' }),
  ]
  const gas = [sampleInvoice({ number: 'G1', issuedOn: '2026-10-20' })]
  const listed = mergeInvoices(kinds, pagesOf(electricity, gas))
  expect(listed.map(({ kind, invoice: { number } }) => `${kind} ${number}`)).toEqual([
    'electricity E2',
    'gas G1',
    'electricity E1',
  ])
})

test('sorts invoices of one day by the amount due and then by total, independently of row order', () => {
  const paid = sampleInvoice({ number: 'E1', amountTotalCents: 9_957 })
  const small = sampleInvoice({ number: 'E2', amountTotalCents: 2_000 })
  const due = sampleInvoice({ number: 'G1', amountTotalCents: 1_000, amountPendingCents: 1_000, status: 'unpaid' })
  expect(numbers(mergeInvoices(kinds, pagesOf([paid, small], [due])))).toEqual(['G1', 'E1', 'E2'])
  expect(numbers(mergeInvoices(kinds, pagesOf([small, paid], [due])))).toEqual(['G1', 'E1', 'E2'])
})

const transfer = { status: 'waiting_for_transfer' as const, issuedOn: '2026-11-05' }
const joint = sampleInvoice({
  ...transfer,
  number: 'M1',
  itemKind: 'multipoint_invoice',
  amountPendingCents: 18_417_962,
  isPayable: true,
})

test('ignores invoices within a multipoint invoice, also if a server lists them', () => {
  const gathered = sampleInvoice({ ...transfer, number: 'E1', amountPendingCents: 9_957 })
  const pages = pagesOf([gathered], [], [joint])
  expect(numbers(mergeInvoices(kinds, pages))).toEqual(['M1'])
  expect(findDueInvoices(kinds, pages)).toMatchObject({ count: 1, totalCents: 18_417_962 })
})

test('adds an invoice that is paid separately to a multipoint invoice', () => {
  const own = sampleInvoice({ ...transfer, number: 'E9', amountPendingCents: 9_957, isPayable: true })
  const due = findDueInvoices(kinds, pagesOf([own], [], [joint]))
  expect([numbers(due.listed), due.count, due.totalCents]).toEqual([['M1', 'E9'], 2, 18_427_919])
})

test.each([
  [2_000, { count: 1, totalCents: 2_000 }],
  [0, { count: 0, totalCents: 0 }],
])('an invoice that is paid in parts is due with %i cents of the next part', (amountDueCents, expected) => {
  const inParts = sampleInvoice({ status: 'in_parts', amountPendingCents: 6_000, amountDueCents })
  expect(findDueInvoices(kinds, pagesOf([inParts]))).toMatchObject(expected)
})

test('does not count a credit as due', () => {
  const refund = sampleInvoice({ number: 'R1', status: 'pending_refund', amountPendingCents: -3_000 })
  expect(findDueInvoices(kinds, pagesOf([refund]))).toEqual({ listed: [], count: 0, totalCents: 0 })
})

test('takes the sum of more than one page from the server, and has none if the server omits it', () => {
  const page = { items: [sampleInvoice({ status: 'unpaid', amountPendingCents: 100 })], total: 1200 }
  const [, gas, multipoint] = pagesOf()
  expect(findDueInvoices(kinds, [{ ...page, dueCents: 120_000 }, gas!, multipoint!]).totalCents).toBe(120_000)
  expect(findDueInvoices(kinds, [page, gas!, multipoint!])).toMatchObject({ count: 1200, totalCents: null })
})

const owed = (number: string, status: InvoiceModel['status'] = 'unpaid') =>
  sampleInvoice({ number, status, amountPendingCents: 2_000, amountDueCents: 2_000 })

test.each([
  ['the page of the only one', [[owed('FE/1')]], '/invoices/FE%2F1'],
  [
    'the list of those not paid',
    [[owed('E1'), owed('E2', 'partly_paid')]],
    '/invoices?contractType=electricity&status=unpaid',
  ],
  [
    'the list of those that wait for a transfer',
    [[owed('E1', 'waiting_for_transfer'), owed('E2', 'waiting_for_transfer')]],
    '/invoices?contractType=electricity&status=pending_transfer',
  ],
  [
    'the whole list, where no value of its filter finds all',
    [[owed('E1'), owed('E2', 'in_parts')]],
    '/invoices?contractType=electricity',
  ],
  ['the list of the kind of the newest', [[], [owed('G1'), owed('G2')]], '/invoices?contractType=gas&status=unpaid'],
])('invoices that are due lead to %s', (_, lists, expected) =>
  expect(dueInvoicesAddress(findDueInvoices(kinds, pagesOf(...lists)))).toBe(expected),
)

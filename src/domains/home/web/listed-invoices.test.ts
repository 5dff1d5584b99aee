import { expect, test } from 'vitest'
import { invoice } from '#domains/invoices/web/invoice-testing.ts'
import type { ReadInvoice } from '#domains/invoices/web/read-invoice.ts'
import { dueInvoices, listedInvoices } from './listed-invoices.ts'

const kinds = ['electricity', 'gas', 'multipoint'] as const
const pagesOf = (...lists: ReadInvoice[][]) => kinds.map((_, place) => pageOf(lists[place] ?? []))
const pageOf = (items: ReadInvoice[]) => ({ items, total: items.length })
const numbers = (listed: { invoice: ReadInvoice }[]) => listed.map(({ invoice: { number } }) => number)

test('invoices of several kinds stand in one order, the newest first', () => {
  const electricity = [
    invoice({ number: 'E2', issuedOn: '2026-11-05' }),
    invoice({ number: 'E1', issuedOn: '2026-10-05' }),
  ]
  const gas = [invoice({ number: 'G1', issuedOn: '2026-10-20' })]
  const listed = listedInvoices(kinds, pagesOf(electricity, gas))
  expect(listed.map(({ kind, invoice: { number } }) => `${kind} ${number}`)).toEqual([
    'electricity E2',
    'gas G1',
    'electricity E1',
  ])
})

test('of one day, what is to be paid comes first, then what is more, whatever the order of the rows', () => {
  const paid = invoice({ number: 'E1', amountTotalCents: 9_957 })
  const small = invoice({ number: 'E2', amountTotalCents: 2_000 })
  const due = invoice({ number: 'G1', amountTotalCents: 1_000, amountPendingCents: 1_000, standing: 'unpaid' })
  expect(numbers(listedInvoices(kinds, pagesOf([paid, small], [due])))).toEqual(['G1', 'E1', 'E2'])
  expect(numbers(listedInvoices(kinds, pagesOf([small, paid], [due])))).toEqual(['G1', 'E1', 'E2'])
})

const transfer = { standing: 'waiting_for_transfer' as const, issuedOn: '2026-11-05' }
const joint = invoice({
  ...transfer,
  number: 'M1',
  itemKind: 'multipoint_invoice',
  amountPendingCents: 18_417_962,
  isPayable: true,
})

test('what a multipoint invoice gathers is neither the bill nor a part of what is due, also where a server lists it', () => {
  const gathered = invoice({ ...transfer, number: 'E1', amountPendingCents: 9_957 })
  const pages = pagesOf([gathered], [], [joint])
  expect(numbers(listedInvoices(kinds, pages))).toEqual(['M1'])
  expect(dueInvoices(kinds, pages)).toMatchObject({ count: 1, totalCents: 18_417_962 })
})

test('what is paid by itself beside a multipoint invoice is added to it', () => {
  const own = invoice({ ...transfer, number: 'E9', amountPendingCents: 9_957, isPayable: true })
  const due = dueInvoices(kinds, pagesOf([own], [], [joint]))
  expect([numbers(due.listed), due.count, due.totalCents]).toEqual([['M1', 'E9'], 2, 18_427_919])
})

test('what is to be given back is not due', () => {
  const refund = invoice({ number: 'R1', standing: 'pending_refund', amountPendingCents: -3_000 })
  expect(dueInvoices(kinds, pagesOf([refund]))).toEqual({ listed: [], count: 0, totalCents: 0 })
})

test('of more than a page the sum is what the server says, and none where it says nothing', () => {
  const page = { items: [invoice({ standing: 'unpaid', amountPendingCents: 100 })], total: 1200 }
  const [, gas, multipoint] = pagesOf()
  expect(dueInvoices(kinds, [{ ...page, pendingCents: 120_000 }, gas!, multipoint!]).totalCents).toBe(120_000)
  expect(dueInvoices(kinds, [page, gas!, multipoint!])).toMatchObject({ count: 1200, totalCents: null })
})

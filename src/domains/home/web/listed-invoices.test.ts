import { expect, test } from 'vitest'
import type { ReadInvoice } from '#domains/invoices/web/read-invoice.ts'
import { listedInvoices } from './listed-invoices.ts'

test('invoices of several kinds stand in one order, the newest first', () => {
  const invoice = (number: string, issuedOn: string) => ({ number, issuedOn }) as ReadInvoice
  const electricity = [invoice('E2', '2026-11-05'), invoice('E1', '2026-10-05')]
  const gas = [invoice('G1', '2026-10-20')]
  const pages = [
    { items: electricity, total: 2 },
    { items: gas, total: 1 },
    { items: [], total: 0 },
  ]
  const listed = listedInvoices(['electricity', 'gas', 'multipoint'], pages)
  expect(listed.map(({ kind, invoice: { number } }) => `${kind} ${number}`)).toEqual([
    'electricity E2',
    'gas G1',
    'electricity E1',
  ])
})

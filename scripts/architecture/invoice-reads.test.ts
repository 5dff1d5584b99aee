import { describe, expect, test } from 'vitest'
import { countInvoiceReads, listInvoiceReads } from './find-invoice-reads.ts'
import { invoiceReads } from './invoice-reads.ts'

test('invoices are read by visibleInvoices, without those that are held, except where a reason is given', () => {
  const allowed = Object.fromEntries(Object.entries(invoiceReads).map(([file, { count }]) => [file, count]))
  expect(listInvoiceReads()).toEqual(allowed)
})

describe('the check', () => {
  const visible = ['$', '{visibleInvoices}'].join('')

  test.each([
    ["db.selectFrom('invoice').selectAll()", 1],
    ["db\n    .selectFrom(\n 'invoice as later')", 1],
    [".innerJoin('multipoint_invoice', 'a', 'b')", 1],
    ['sql`select number from invoice join contract using (customer_id)`', 1],
    ['sql`from contract left join multipoint_invoice joint on true`', 1],
    ['from: sql`invoice join contract using (customer_id)`', 1],
    ["sql.table('invoice')", 1],
    [`sql\`from ${visible} invoice where invoice.number = 'A'\``, 0],
    ["db.selectFrom(visibleInvoices.as('invoice')).select('invoice.number')", 0],
    ['sql`from invoice_document`', 0],
    ["sql`invoice.number`, sql.ref('invoice.number')", 0],
    ['// reads from invoice\n/* join invoice */', 0],
  ])('counts the reads of %s', (text, count) => expect(countInvoiceReads(text)).toBe(count))
})

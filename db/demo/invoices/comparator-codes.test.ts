import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeInvoice } from '#domains/invoices/server/compose-document.ts'
import { findInvoice, findInvoiceContext } from '#domains/invoices/server/document-store.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { createSmallDemo, type DemoEnvironment } from '../demo-testing.ts'
import { demoFigures } from './demo-figures.ts'
import { readInvoices } from './invoice-testing.ts'

let ground: DemoEnvironment
beforeAll(async () => {
  ground = await createSmallDemo()
})
afterAll(() => ground.close())

const retailer = { ...defaultSettings.organization, transfers: defaultSettings.payment.transfer }

test('every bill of a home with a curve gives the comparator a code that adds up, and no other bill does', async () => {
  const { db } = ground
  let count = 0
  for (const { customer_id, invoice_id, content, number } of await readInvoices(db)) {
    const invoice = (await findInvoice(db, { customerIds: [customer_id], invoiceId: invoice_id }))!
    const context = await findInvoiceContext(db, invoice)
    const { comparatorAddress } = composeInvoice(invoice, context, { retailer, readings: null, figures: demoFigures })
    const hasCurve = context.months.some((month) => month.content.maximumPowerWatts)
    expect([number, comparatorAddress !== null]).toEqual([number, content.tariff === '2.0TD' && hasCurve])
    if (comparatorAddress) count++
  }
  expect(count).toBeGreaterThan(10)
})

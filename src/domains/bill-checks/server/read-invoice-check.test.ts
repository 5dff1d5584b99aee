import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { readInvoiceCheck } from '../api.ts'

let portal: TestPortal
let anna: TestVisitor
let stranger: TestVisitor
let id: string

beforeAll(async () => {
  portal = await startTestPortal()
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId })
  const meter = {
    ...{ kind: 'meter', period: null, firstDay: '2026-09-01', lastDay: '2026-09-30', quantity: '30', unit: 'day' },
    ...{ days: null, unitPrice: '0.05', amountCents: 150, figure: null },
  }
  const content = {
    ...{ lines: [meter], energyWhByPeriod: [0, 0, 0], surplusWh: 0, powerWatts: [4600, 4600] },
    ...{ tariff: '2.0TD', productName: 'Tarifa' },
  }
  id = String(await insertInvoice(db, { contract, amount_total_cents: 150, content: JSON.stringify(content) }))
  anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

test('the check of an invoice names the wrong line with its amount, norm and dated row', async () => {
  const check = await anna.send(readInvoiceCheck, { params: { id } })
  expect(check.state).toBe('wrong')
  expect(check.lines.find(({ kind }) => kind === 'meter')).toMatchObject({
    ...{ index: 0, state: 'wrong', amount: 1.5, expected_amount: 0.8, difference: 0.7, faults: ['regulated_price'] },
    basis: [{ norm: 'Orden IET/1491/2013', row: { name: 'meter_rental_single_phase', value: '0.02663' } }],
  })
})

test('the check of an invoice is for its holder only', async () => {
  const statusOf = async (visitor: TestVisitor, invoiceId = id) =>
    (await visitor.sendRaw(readInvoiceCheck, { params: { id: invoiceId } })).statusCode
  expect(await statusOf(portal.anonymous)).toBe(401)
  expect(await statusOf(stranger)).toBe(404)
  expect(await statusOf(anna, 'another')).toBe(404)
})

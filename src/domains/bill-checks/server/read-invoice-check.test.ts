import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { storeCurveDays } from '#domains/consumption/server/import/store-curve-days.ts'
import { recountTotals } from '#domains/consumption/server/totals/recount-totals.ts'
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

test('the check of an invoice says what the distributor says now, since when, and what that comes to', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId, starts_on: '2026-01-01' })
  const days = { starts_on: '2026-10-03', ends_on: '2026-10-03', issued_on: '2026-10-10' }
  const line = {
    ...{ kind: 'energy', period: 3, firstDay: '2026-10-03', lastDay: '2026-10-03', quantity: '2.4', unit: 'kWh' },
    ...{ days: null, unitPrice: '0.1', amountCents: 24, figure: null },
  }
  const vat = { ...line, kind: 'vat', period: null, quantity: '0.24', unit: 'percent', unitPrice: '21', amountCents: 5 }
  const content = {
    ...{ lines: [line, vat], energyWhByPeriod: [0, 0, 2_400], surplusWh: 0, powerWatts: [4600, 4600] },
    ...{ tariff: '2.0TD', productName: 'Tarifa' },
  }
  const invoiceId = await insertInvoice(db, {
    contract,
    ...days,
    amount_total_cents: 29,
    content: JSON.stringify(content),
  })
  while (await recountTotals(db));
  const own = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  const meter = async () => (await own.send(readInvoiceCheck, { params: { id: String(invoiceId) } })).meter
  // A Saturday: every hour is of P3.
  const store = (version: number, wh: number, at: string) =>
    storeCurveDays(
      db,
      [
        {
          ...{ cups: contract.cups, day: '2026-10-03', source: 'F5D', stepMinutes: 60, version, invoice: null },
          ...{ importWh: Array(24).fill(wh), exportWh: null, reactiveVarh: null, quality: null },
        },
      ],
      { origin: { channel: 'command' }, now: new Date(at) },
    )
  await store(0, 90, '2026-10-05T10:00:00Z')
  expect(await meter(), 'within a kilowatt hour').toBeNull()
  await store(1, 100, '2026-10-06T10:00:00Z')
  expect(await meter()).toBeNull()
  await store(2, 200, '2026-11-12T10:00:00Z')
  expect(await meter()).toEqual({
    ...{ first_day: '2026-10-03', last_day: '2026-10-03', billed: 2.4, metered: 4.8, difference: -0.29 },
    corrected_on: '2026-11-12',
    periods: [{ period: 3, billed: 2.4, metered: 4.8 }],
  })
})

test('the check of an invoice is for its holder only', async () => {
  const statusOf = async (visitor: TestVisitor, invoiceId = id) =>
    (await visitor.sendRaw(readInvoiceCheck, { params: { id: invoiceId } })).statusCode
  expect(await statusOf(portal.anonymous)).toBe(401)
  expect(await statusOf(stranger)).toBe(404)
  expect(await statusOf(anna, 'another')).toBe(404)
})

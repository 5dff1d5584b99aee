import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertMultipointInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { listInvoices, listMultipointInvoices, sumInvoicesByMonth } from '../api.ts'

let portal: TestPortal
let customerId: number
let home: CreatedContract
let anna: TestVisitor
let stranger: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal()
  const { db } = portal.context
  customerId = await insertCustomer(db)
  home = await insertContract(db, { customerId, name: '0048213', supply_street: 'Carrer Major, 1', supply_city: 'Vic' })
  const mill = await insertContract(db, { customerId, name: '0048214' })
  const october = { starts_on: '2026-10-01', ends_on: '2026-10-31', issued_on: '2026-11-05' }
  await insertInvoice(db, { contract: home, ...october, amount_total_cents: 5000, amount_pending_cents: 2000 })
  await insertInvoice(db, {
    contract: home,
    ...october,
    amount_total_cents: -1000,
    amount_pending_cents: 0,
    rectificative_type: 'A',
    paid_status: 'paid',
    energy_wh: 30_000,
  })
  const joint = await insertMultipointInvoice(db, {
    customerId,
    number: 'FM9',
    ...october,
    amount_total_cents: 18_417_962,
  })
  await insertInvoice(db, {
    contract: mill,
    ...october,
    number: 'FE-GATHERED',
    multipoint_invoice_id: joint,
    paid_status: 'paid',
    amount_total_cents: 9957,
    amount_pending_cents: 0,
  })
  await insertInvoice(db, { contract: mill, starts_on: '2026-09-01', paid_status: 'paid', amount_total_cents: 100 })
  anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

test('sums all invoices of a month by contract, whatever the page size', async () => {
  const { items } = await anna.send(sumInvoicesByMonth, { query: {} })
  expect(items).toEqual([
    expect.objectContaining({ month: '2026-09-01', contract: expect.objectContaining({ name: '0048214' }) }),
    {
      month: '2026-10-01',
      contract: { name: '0048213', full_address: 'Carrer Major, 1 - Vic' },
      amount_settled: 20,
      amount_due: 20,
      energy_consumed: 160,
    },
    expect.objectContaining({ month: '2026-10-01', amount_settled: 99.57, amount_due: null }),
  ])
})

test('subtracts the energy of a cancelling invoice, in the list as in the sums', async () => {
  const cancelling = '["rectificative_type","=","A"]'
  const { items } = await anna.send(listInvoices, { query: { filter: `[${cancelling}]` } })
  expect(items.map(({ amount_total, energy_consumed }) => [amount_total, energy_consumed])).toEqual([[-10, -30]])
  const filter = `[${cancelling},["energy_consumed","<","0"]]`
  expect((await anna.send(listInvoices, { query: { filter } })).n_items).toBe(1)
})

test('combines all contracts if there are more than the chart can distinguish', async () => {
  await portal.set('invoices.chart.maxContracts', 1)
  const { items } = await anna.send(sumInvoicesByMonth, { query: {} })
  expect(items.map(({ contract, amount_settled }) => [contract, amount_settled])).toEqual([
    [null, 1],
    [null, 119.57],
  ])
  await portal.set('invoices.chart.maxContracts', 10)
})

test('filters the sums like the list', async () => {
  const filter = '[["contract.name","=","0048213"]]'
  const { items } = await anna.send(sumInvoicesByMonth, { query: { filter } })
  expect(items.map(({ amount_settled, amount_due }) => [amount_settled, amount_due])).toEqual([[20, 20]])
  const refused = await anna.sendRaw(sumInvoicesByMonth, { query: { filter: '[["colour","=","red"]]' } })
  expect([refused.statusCode, refused.json().error.code]).toEqual([400, 'filter_unknown'])
})

test('counts a multipoint invoice in the month of its consumption', async () => {
  const { items } = await anna.send(sumInvoicesByMonth, { query: { type: 'multipoint' } })
  expect(items).toEqual([
    { month: '2026-10-01', contract: null, amount_settled: 0, amount_due: 184_179.62, energy_consumed: null },
  ])
  const [joint] = (await anna.send(listMultipointInvoices, { query: {} })).items
  expect(joint).toMatchObject({ start_date: '2026-10-01', end_date: '2026-10-31' })
})

test('an invoice that belongs to a multipoint invoice names the one that is paid', async () => {
  const { items } = await anna.send(listInvoices, { query: {} })
  const byNumber = Object.groupBy(items, ({ number }) => number)
  expect(byNumber['FE-GATHERED']![0]!.multipoint_invoice).toEqual({ number: 'FM9', date: '2026-11-05' })
  expect(items.filter((each) => each.multipoint_invoice)).toHaveLength(1)
})

test('returns no sums of another customer', async () => {
  expect((await stranger.send(sumInvoicesByMonth, { query: {} })).items).toEqual([])
  expect((await portal.anonymous.sendRaw(sumInvoicesByMonth, { query: {} })).statusCode).toBe(401)
})

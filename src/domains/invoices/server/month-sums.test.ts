import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aContract,
  aCustomer,
  aMultipointInvoice,
  anInvoice,
  aUser,
  type MadeContract,
} from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { listInvoices, listMultipointInvoices, sumInvoicesByMonth } from '../api.ts'

let portal: TestPortal
let customerId: number
let home: MadeContract
let anna: Visitor
let stranger: Visitor

beforeAll(async () => {
  portal = await testPortal()
  const { db } = portal.context
  customerId = await aCustomer(db)
  home = await aContract(db, { customerId, name: '0048213', supply_street: 'Carrer Major, 1', supply_city: 'Vic' })
  const mill = await aContract(db, { customerId, name: '0048214' })
  const october = { starts_on: '2026-10-01', ends_on: '2026-10-31', issued_on: '2026-11-05' }
  await anInvoice(db, { contract: home, ...october, amount_total_cents: 5000, amount_pending_cents: 2000 })
  await anInvoice(db, {
    contract: home,
    ...october,
    amount_total_cents: -1000,
    amount_pending_cents: 0,
    rectificative_type: 'A',
    paid_status: 'paid',
    energy_wh: 30_000,
  })
  const joint = await aMultipointInvoice(db, { customerId, number: 'FM9', ...october, amount_total_cents: 18_417_962 })
  await anInvoice(db, {
    contract: mill,
    ...october,
    number: 'FE-GATHERED',
    multipoint_invoice_id: joint,
    paid_status: 'paid',
    amount_total_cents: 9957,
    amount_pending_cents: 0,
  })
  await anInvoice(db, { contract: mill, starts_on: '2026-09-01', paid_status: 'paid', amount_total_cents: 100 })
  anna = await portal.as(await aUser(db, { customerIds: [customerId] }))
  stranger = await portal.as(await aUser(db, { customerIds: [await aCustomer(db)] }))
})
afterAll(() => portal.close())

test('every invoice of a month is in its sum, whatever the size of a page, contract by contract', async () => {
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

test('an invoice that cancels another takes its energy back, in the list as in the sums', async () => {
  const cancelling = '["rectificative_type","=","A"]'
  const { items } = await anna.send(listInvoices, { query: { filter: `[${cancelling}]` } })
  expect(items.map(({ amount_total, energy_consumed }) => [amount_total, energy_consumed])).toEqual([[-10, -30]])
  const filter = `[${cancelling},["energy_consumed","<","0"]]`
  expect((await anna.send(listInvoices, { query: { filter } })).n_items).toBe(1)
})

test('more contracts than the chart tells apart are one sum', async () => {
  await portal.set('invoices.chart.maxContracts', 1)
  const { items } = await anna.send(sumInvoicesByMonth, { query: {} })
  expect(items.map(({ contract, amount_settled }) => [contract, amount_settled])).toEqual([
    [null, 1],
    [null, 119.57],
  ])
  await portal.set('invoices.chart.maxContracts', 10)
})

test('a filter narrows the sums as it narrows the list', async () => {
  const filter = '[["contract.name","=","0048213"]]'
  const { items } = await anna.send(sumInvoicesByMonth, { query: { filter } })
  expect(items.map(({ amount_settled, amount_due }) => [amount_settled, amount_due])).toEqual([[20, 20]])
  const refused = await anna.ask(sumInvoicesByMonth, { query: { filter: '[["colour","=","red"]]' } })
  expect([refused.statusCode, refused.json().error.code]).toEqual([400, 'filter_unknown'])
})

test('a joint invoice counts in the month of its use', async () => {
  const { items } = await anna.send(sumInvoicesByMonth, { query: { type: 'multipoint' } })
  expect(items).toEqual([
    { month: '2026-10-01', contract: null, amount_settled: 0, amount_due: 184_179.62, energy_consumed: null },
  ])
  const [joint] = (await anna.send(listMultipointInvoices, { query: {} })).items
  expect(joint).toMatchObject({ start_date: '2026-10-01', end_date: '2026-10-31' })
})

test('an invoice that another one gathers names the one that is paid', async () => {
  const { items } = await anna.send(listInvoices, { query: {} })
  const byNumber = Object.groupBy(items, ({ number }) => number)
  expect(byNumber['FE-GATHERED']![0]!.multipoint_invoice).toEqual({ number: 'FM9', date: '2026-11-05' })
  expect(items.filter((each) => each.multipoint_invoice)).toHaveLength(1)
})

test('nobody reads the sums of another customer', async () => {
  expect((await stranger.send(sumInvoicesByMonth, { query: {} })).items).toEqual([])
  expect((await portal.anonymous.ask(sumInvoicesByMonth, { query: {} })).statusCode).toBe(401)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aContract, aCustomer, aMultipointInvoice, anInvoice, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { listInvoices, listMultipointInvoices } from '../api.ts'

let portal: TestPortal
let cooperative: Visitor
let stranger: Visitor

beforeAll(async () => {
  portal = await testPortal({ environment: { DEMO: 'on' } })
  const { db } = portal.context
  const customerId = await aCustomer(db, { is_company: true })
  await aMultipointInvoice(db, { customerId, number: 'FM1', issued_on: '2026-08-06', amount_total_cents: 120_000 })
  await aMultipointInvoice(db, {
    customerId,
    number: 'FM2',
    issued_on: '2026-09-06',
    paid_status: 'paid',
    amount_pending_cents: 0,
  })
  await aMultipointInvoice(db, { customerId, number: 'FM3', issued_on: '2026-10-06', due_on: '2026-10-26' })
  await aMultipointInvoice(db, { customerId: await aCustomer(db), number: 'FM4' })
  cooperative = await portal.as(await aUser(db, { customerIds: [customerId] }))
  stranger = await portal.as(await aUser(db, { customerIds: [await aCustomer(db)] }))
})
afterAll(() => portal.close())

describe('the list of multipoint invoices', () => {
  test('shows those of the holder, the newest first, with all that the portal shows of them', async () => {
    const list = await cooperative.send(listMultipointInvoices, { query: {} })
    expect(list).toMatchObject({ n_items: 3, offset: 0, limit: 100 })
    expect(list.items.map(({ number }) => number)).toEqual(['FM3', 'FM2', 'FM1'])
    expect(list.items[0]).toEqual({
      id: expect.any(Number),
      number: 'FM3',
      date: '2026-10-06',
      start_date: '2026-09-01',
      end_date: '2026-09-30',
      due_date: '2026-10-26',
      address_invoice_id: 'Carrer Major, 1 - Vic',
      amount_total: 91.38,
      amount_pending: 91.38,
      amount_to_pay: 91.38,
      paid_status: 'unpaid',
      online_payment: { payment_enabled: true, rel_object_type: 'multipoint_invoice' },
      transfer_enabled: false,
      documents: ['pdf', 'signed_pdf', 'curve_csv'],
    })
  })

  test.each([
    ['a page of one', { limit: 1, offset: 1 }, ['FM2']],
    ['part of a number', { filter: '[["number","like","m1"]]' }, ['FM1']],
    ['days from and to', { filter: '[["date",">=","2026-09-06"],["due_date","<=","2026-10-26"]]' }, ['FM3', 'FM2']],
    ['an amount in euros', { filter: '[["amount_total",">","91.38"]]' }, ['FM1']],
    ['a status', { filter: '[["paid_status","=","paid"]]' }, ['FM2']],
  ])('finds %s', async (_, query, expected) => {
    const { items } = await cooperative.send(listMultipointInvoices, { query })
    expect(items.map(({ number }) => number)).toEqual(expected)
  })

  test('refuses a filter by what an invoice of several places has not', async () => {
    const answer = await cooperative.ask(listMultipointInvoices, { query: { filter: '[["contract.name","=","1"]]' } })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'filter_unknown'])
  })

  test('shows what has changed at once', async () => {
    const { db } = portal.context
    const pending = async () =>
      (await cooperative.send(listMultipointInvoices, { query: { limit: 1 } })).items[0]!.amount_pending
    expect(await pending()).toBe(91.38)
    await db.updateTable('multipoint_invoice').set({ amount_pending_cents: 1 }).where('number', '=', 'FM3').execute()
    expect(await pending()).toBe(0.01)
  })

  test('is empty for somebody else, and closed without a session', async () => {
    expect(await stranger.send(listMultipointInvoices, { query: {} })).toMatchObject({ items: [], n_items: 0 })
    expect((await portal.anonymous.ask(listMultipointInvoices, {})).statusCode).toBe(401)
  })

  test('is there from the second version on', async () => {
    const answer = await cooperative.ask(listMultipointInvoices, {}, { version: 1 })
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'version_unknown'])
  })
})

describe('the list of those that are paid by themselves', () => {
  test('leaves out what a multipoint invoice gathers, and says what all of it comes to', async () => {
    const { db } = portal.context
    const customerId = await aCustomer(db)
    const contract = await aContract(db, { customerId })
    const gathering = await aMultipointInvoice(db, { customerId, number: 'FM8' })
    await anInvoice(db, { contract, number: 'FE1', multipoint_invoice_id: gathering })
    await anInvoice(db, { contract, number: 'FE2', amount_total_cents: 2_000 })
    await anInvoice(db, { contract, number: 'FE3', amount_total_cents: 3_050 })
    const visitor = await portal.as(await aUser(db, { customerIds: [customerId] }))
    const own = await visitor.send(listInvoices, { query: { by_itself: 'true', limit: 1 } })
    expect(own).toMatchObject({ n_items: 2, amount_pending: 50.5 })
    expect(own.items.map(({ number }) => number)).toEqual(['FE3'])
    const all = await visitor.send(listInvoices, { query: {} })
    expect(all.items.map(({ number }) => number)).toEqual(['FE3', 'FE2', 'FE1'])
    expect(all).not.toHaveProperty('amount_pending')
  })
})

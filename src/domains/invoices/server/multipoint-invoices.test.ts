import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertContract,
  insertCustomer,
  insertInvoice,
  insertMultipointInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { listInvoices, listMultipointInvoices } from '../api.ts'

let portal: TestPortal
let cooperative: TestVisitor
let stranger: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' } })
  const { db } = portal.context
  const customerId = await insertCustomer(db, { is_company: true })
  await insertMultipointInvoice(db, { customerId, number: 'FM1', issued_on: '2026-08-06', amount_total_cents: 120_000 })
  await insertMultipointInvoice(db, {
    customerId,
    number: 'FM2',
    issued_on: '2026-09-06',
    paid_status: 'paid',
    amount_pending_cents: 0,
  })
  await insertMultipointInvoice(db, { customerId, number: 'FM3', issued_on: '2026-10-06', due_on: '2026-10-26' })
  await insertMultipointInvoice(db, { customerId: await insertCustomer(db), number: 'FM4' })
  cooperative = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

describe('the list of multipoint invoices', () => {
  test('returns those of the holder, newest first, with everything that the portal shows', async () => {
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
    ['a page of one invoice', { limit: 1, offset: 1 }, ['FM2']],
    ['part of a number', { filter: '[["number","like","m1"]]' }, ['FM1']],
    ['a range of days', { filter: '[["date",">=","2026-09-06"],["due_date","<=","2026-10-26"]]' }, ['FM3', 'FM2']],
    ['an amount in euros', { filter: '[["amount_total",">","91.38"]]' }, ['FM1']],
    ['a status', { filter: '[["paid_status","=","paid"]]' }, ['FM2']],
  ])('finds %s', async (_, query, expected) => {
    const { items } = await cooperative.send(listMultipointInvoices, { query })
    expect(items.map(({ number }) => number)).toEqual(expected)
  })

  test('rejects a filter by a field that multipoint invoices do not have', async () => {
    const answer = await cooperative.sendRaw(listMultipointInvoices, {
      query: { filter: '[["contract.name","=","1"]]' },
    })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'filter_unknown'])
  })

  test('reflects changes at once', async () => {
    const { db } = portal.context
    const pending = async () =>
      (await cooperative.send(listMultipointInvoices, { query: { limit: 1 } })).items[0]!.amount_pending
    expect(await pending()).toBe(91.38)
    await db.updateTable('multipoint_invoice').set({ amount_pending_cents: 1 }).where('number', '=', 'FM3').execute()
    expect(await pending()).toBe(0.01)
  })

  test('is empty for another customer, and refused without a session', async () => {
    expect(await stranger.send(listMultipointInvoices, { query: {} })).toMatchObject({ items: [], n_items: 0 })
    expect((await portal.anonymous.sendRaw(listMultipointInvoices, {})).statusCode).toBe(401)
  })

  test('exists from version 2 on', async () => {
    const answer = await cooperative.sendRaw(listMultipointInvoices, {}, { version: 1 })
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'version_unknown'])
  })
})

describe('the list of invoices that are paid by themselves', () => {
  test('leaves out the invoices of a multipoint invoice, and returns the total amount pending', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    const contract = await insertContract(db, { customerId })
    const gathering = await insertMultipointInvoice(db, { customerId, number: 'FM8' })
    await insertInvoice(db, { contract, number: 'FE1', multipoint_invoice_id: gathering })
    await insertInvoice(db, { contract, number: 'FE2', amount_total_cents: 2_000 })
    await insertInvoice(db, { contract, number: 'FE3', amount_total_cents: 3_050 })
    const visitor = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    const own = await visitor.send(listInvoices, { query: { by_itself: 'true', limit: 1 } })
    expect(own).toMatchObject({ n_items: 2, amount_pending: 50.5 })
    expect(own.items.map(({ number }) => number)).toEqual(['FE3'])
    const all = await visitor.send(listInvoices, { query: {} })
    expect(all.items.map(({ number }) => number)).toEqual(['FE3', 'FE2', 'FE1'])
    expect(all).not.toHaveProperty('amount_pending')
  })
})

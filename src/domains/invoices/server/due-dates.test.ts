import { afterAll, beforeAll, expect, test } from 'vitest'
import { aContract, aCustomer, aMultipointInvoice, anInvoice, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { downloadDueDates } from '../downloads.ts'

let portal: TestPortal
let anna: Visitor
let customerId: number
let invoiceId: number

beforeAll(async () => {
  portal = await testPortal({ now: new Date('2026-11-20T10:00:00Z') })
  const { db } = portal.context
  customerId = await aCustomer(db)
  const contract = await aContract(db, { customerId, name: '0048213' })
  invoiceId = await anInvoice(db, { contract, number: 'FE2', due_on: '2026-11-27', amount_pending_cents: 123456 })
  await anInvoice(db, { contract, number: 'FE1', due_on: '2026-11-25', paid_status: 'pending_remesa' })
  await anInvoice(db, { contract, number: 'PAID', paid_status: 'paid', amount_pending_cents: 0 })
  const gathering = await aMultipointInvoice(db, { customerId, number: 'FM1', due_on: '2026-12-01' })
  await anInvoice(db, { contract, number: 'GATHERED', multipoint_invoice_id: gathering })
  const other = await aCustomer(db)
  await anInvoice(db, { contract: await aContract(db, { customerId: other }), number: 'NOT-HERS' })
  anna = await portal.as(await aUser(db, { customerIds: [customerId] }))
})
afterAll(() => portal.close())

test('what is owed stands in a calendar on the day it falls due, once and to its holder only', async () => {
  const file = await anna.ask(downloadDueDates, {})
  expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(file.headers['content-disposition']).toContain('vencimientos.ics')
  const unfolded = file.payload.replaceAll('\r\n ', '')
  const told = (name: string) =>
    [...unfolded.matchAll(new RegExp(`^${name}[^:]*:(.*)\\r$`, 'gm'))].map(([, value]) => value)
  expect(told('DTSTART')).toEqual(['20261125', '20261127', '20261201'])
  expect(told('SUMMARY')).toEqual([
    'Factura FE1: 45\\,69\u00a0€',
    'Factura FE2: 1.234\\,56\u00a0€',
    'Factura FM1: 91\\,38\u00a0€',
  ])
  expect(told('DESCRIPTION')[0]).toBe('Contrato 0048213. Pendiente: 45\\,69\u00a0€.')
  expect(told('UID')[1]).toBe(`invoice-${invoiceId}@llum`)
})

test('nobody without a session has one, and whoever only looks does', async () => {
  expect((await portal.anonymous.ask(downloadDueDates, {})).statusCode).toBe(401)
  const looking = await portal.as(await aUser(portal.context.db, { customerIds: [customerId] }), { readonly: true })
  expect((await looking.ask(downloadDueDates, {})).statusCode).toBe(200)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  insertContract,
  insertCustomer,
  insertInvoice,
  insertMultipointInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { takeCorrectionPlan } from '#domains/collections/server/correction-plans.ts'
import { downloadDueDates } from '../downloads.ts'
import { selectDueInvoices } from './due-dates.ts'

let portal: TestPortal
let anna: TestVisitor
let customerId: number
let invoiceId: number

beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T10:00:00Z') })
  const { db } = portal.context
  customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId, name: '0048213' })
  invoiceId = await insertInvoice(db, { contract, number: 'FE2', due_on: '2026-11-27', amount_pending_cents: 123456 })
  await insertInvoice(db, { contract, number: 'FE1', due_on: '2026-11-25', paid_status: 'pending_remesa' })
  await insertInvoice(db, { contract, number: 'PAID', paid_status: 'paid', amount_pending_cents: 0 })
  const gathering = await insertMultipointInvoice(db, { customerId, number: 'FM1', due_on: '2026-12-01' })
  await insertInvoice(db, { contract, number: 'GATHERED', multipoint_invoice_id: gathering })
  const other = await insertCustomer(db)
  await insertInvoice(db, { contract: await insertContract(db, { customerId: other }), number: 'NOT-HERS' })
  anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
})
afterAll(() => portal.close())

test('the calendar contains each unpaid invoice once on its due date, for its holder only', async () => {
  const file = await anna.sendRaw(downloadDueDates, {})
  expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(file.headers['content-disposition']).toContain('vencimientos.ics')
  const unfolded = file.payload.replaceAll('\r\n ', '')
  const propertyValues = (name: string) =>
    [...unfolded.matchAll(new RegExp(`^${name}[^:]*:(.*)\\r$`, 'gm'))].map(([, value]) => value)
  expect(propertyValues('DTSTART')).toEqual(['20261125', '20261127', '20261201'])
  expect(propertyValues('SUMMARY')).toEqual([
    'Factura FE1: 45\\,69\u00a0€',
    'Factura FE2: 1.234\\,56\u00a0€',
    'Factura FM1: 91\\,38\u00a0€',
  ])
  expect(propertyValues('DESCRIPTION')[0]).toBe('Contrato 0048213. Pendiente: 45\\,69\u00a0€.')
  expect(propertyValues('UID')[1]).toBe(`invoice-${invoiceId}@llum`)
})

test('the calendar is refused without a session and available to a read-only user', async () => {
  expect((await portal.anonymous.sendRaw(downloadDueDates, {})).statusCode).toBe(401)
  const looking = await portal.as(await insertUser(portal.context.db, { customerIds: [customerId] }), {
    readonly: true,
  })
  expect((await looking.sendRaw(downloadDueDates, {})).statusCode).toBe(200)
})

test('an invoice that is paid in parts is due by what is left of each', async () => {
  const { db } = portal.context
  const holder = await insertCustomer(db)
  const contract = await insertContract(db, { customerId: holder, name: '0048299' })
  const correction = JSON.stringify({
    kind: 'underbilled',
    amountCents: 6_000,
    errorOn: '2026-08-20',
    distributorOn: null,
  })
  const days = { issued_on: '2026-11-20', due_on: '2026-12-10', starts_on: '2026-08-20', ends_on: '2026-11-19' }
  const id = await insertInvoice(db, { contract, number: 'FC1', ...days, amount_total_cents: 6_000, correction })
  const userId = await insertUser(db, { customerIds: [holder] })
  await takeCorrectionPlan(db, { customerId: holder, invoiceId: id }, { userId, now: new Date('2026-11-20T10:00:00Z') })
  await db.updateTable('invoice').set({ amount_pending_cents: 3_500 }).where('invoice_id', '=', id).execute()
  const due = (await selectDueInvoices(db, [holder])).map(({ dueOn, pendingCents, part }) => [
    dueOn,
    pendingCents,
    part,
  ])
  expect(due).toEqual([
    ['2027-01-10', 1_500, 2],
    ['2027-02-10', 2_000, 3],
  ])
  const file = await (await portal.as(userId)).sendRaw(downloadDueDates, {})
  expect(file.payload).toContain(`invoice-${id}-part-2@llum`)
})

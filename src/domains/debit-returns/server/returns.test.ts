import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertMultipointInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { findDutiesOf, openDuty, plainFacts } from '#domains/duties/server/duty-store.ts'
import { payItem } from '#domains/payments/api.ts'
import { insertEndpoint } from '#domains/webhooks/server/endpoint-store.ts'
import { listReturnedDebits } from '../api.ts'
import type { ReturnedDebit } from '../rules.ts'
import { writeCamt054, writeNorma19, writePain002 } from './files/bank-file-testing.ts'
import { importBankFile } from './import-bank-file.ts'

const now = new Date('2026-11-24T09:00:00Z')
let portal: TestPortal
let contract: CreatedContract
let visitor: TestVisitor
let invoiceId: number
let number: string

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on', PUBLIC_ORIGIN: 'http://portal.test' }, now })
})
afterAll(() => portal.close())
beforeEach(async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId, iban: 'ES9121000418450200051332' })
  visitor = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  number = `FE/${randomUUID().slice(0, 8)}`
  invoiceId = await insertInvoice(db, {
    ...{ contract, number, amount_total_cents: 4_569, amount_pending_cents: 0, paid_status: 'paid' },
  })
})

const debit = (change: Partial<ReturnedDebit> = {}): ReturnedDebit => ({
  ...{ endToEndId: number, mandateId: null, iban: null, amountCents: 4_569, reasonCode: 'AM04' },
  ...{ collectedOn: '2026-11-20', returnedOn: '2026-11-24', debtorName: 'ANNA', concept: null },
  ...change,
})

const load = (text: string) =>
  importBankFile(portal.context.db, { bytes: new TextEncoder().encode(text), fileName: 'file', now })
const invoice = () =>
  portal.context.db
    .selectFrom('invoice')
    .where('invoice_id', '=', invoiceId)
    .select(['paid_status', 'amount_pending_cents'])
    .executeTakeFirstOrThrow()
const mails = () =>
  portal.context.db
    .selectFrom('outbox_message')
    .where('customer_id', '=', contract.customerId)
    .select(['kind', 'values', 'link'])
    .execute()
const own = async () => (await visitor.send(listReturnedDebits, {})).items

describe('a returned debit', () => {
  test.each([
    ['camt.054', writeCamt054],
    ['pain.002', writePain002],
    ['Norma 19', writeNorma19],
  ])('of a file in %s makes its invoice owed again, tells the customer and is audited', async (_, write) => {
    const refund = { kind: 'debit_refund', subject: `invoice:${invoiceId}` } as const
    const facts = { ...plainFacts, topics: ['authorized'] }
    await openDuty(portal.context.db, { ...refund, facts, place: null, at: now })
    expect(await load(write([debit()]))).toEqual({ known: 0, matched: 1, unmatched: 0, problems: [] })
    // Its payer has had it back.
    expect(await findDutiesOf(portal.context.db, refund.subject)).toMatchObject([{ state: 'done' }])
    expect(await invoice()).toEqual({ paid_status: 'unpaid', amount_pending_cents: 4_569 })
    expect(await mails()).toEqual([
      {
        kind: 'debit-returns.returned',
        values: { number, amountCents: 4_569, cause: 'no_money' },
        link: `/invoices/${encodeURIComponent(number)}`,
      },
    ])
    const { db } = portal.context
    const states = await db
      .selectFrom('invoice_pending_state')
      .where('invoice_id', '=', invoiceId)
      .selectAll()
      .execute()
    expect(states).toMatchObject([{ pending_state: 'returned', changed_on: '2026-11-24' }])
    const audited = await db
      .selectFrom('audit_entry')
      .where('customer_id', '=', contract.customerId)
      .selectAll()
      .execute()
    expect(audited).toMatchObject([
      { action: 'debit_returned', after: { item: `invoice:${invoiceId}`, isBooked: true } },
    ])
    expect(await own()).toEqual([
      {
        id: expect.any(Number),
        ...{ cause: 'no_money', steps: ['card', 'ask'], returned_on: '2026-11-24' },
        invoice: { id: invoiceId, kind: 'invoice', number, amount: 45.69 },
        contract: { name: contract.name, energy: 'electricity' },
      },
    ])
  })

  test('counts once, in the same file again, in another format and twice at the same time', async () => {
    const files = [writeCamt054([debit(), debit()]), writePain002([debit()]), writeNorma19([debit()])]
    const reports = await Promise.all([...files, ...files].map(load))
    const sum = (fate: 'matched' | 'known') =>
      reports.reduce((total, report) => total + (typeof report === 'string' ? 0 : report[fate]), 0)
    expect([sum('matched'), sum('known')]).toEqual([1, 7])
    expect(await mails()).toHaveLength(1)
    expect(await invoice()).toEqual({ paid_status: 'unpaid', amount_pending_cents: 4_569 })
  })

  test('is found by the mandate of the contract or its account', async () => {
    await load(writePain002([debit({ endToEndId: 'NOTPROVIDED', mandateId: `${contract.name}-20250101100000` })]))
    expect(await invoice()).toMatchObject({ paid_status: 'unpaid' })
  })

  test('is found by its account alone if one invoice fits', async () => {
    const iban = 'ES7921000813610123456789'
    const { db } = portal.context
    const another = await insertContract(db, { customerId: contract.customerId, iban })
    invoiceId = await insertInvoice(db, { contract: another, amount_total_cents: 777, paid_status: 'pending_remesa' })
    await load(writeCamt054([debit({ endToEndId: null, iban, amountCents: 777 })]))
    expect(await invoice()).toEqual({ paid_status: 'unpaid', amount_pending_cents: 777 })
  })

  test('of a multipoint invoice makes its invoices owed again', async () => {
    const { db } = portal.context
    const { customerId } = contract
    const jointId = await insertMultipointInvoice(db, {
      ...{ customerId, number: `MP-${number}`, amount_total_cents: 900, amount_pending_cents: 0, paid_status: 'paid' },
    })
    invoiceId = await insertInvoice(db, {
      ...{
        contract,
        amount_total_cents: 900,
        amount_pending_cents: 0,
        paid_status: 'paid',
        multipoint_invoice_id: jointId,
      },
    })
    await load(writeCamt054([debit({ endToEndId: `MP-${number}`, amountCents: 900 })]))
    expect(await invoice()).toEqual({ paid_status: 'unpaid', amount_pending_cents: 900 })
    expect(await own()).toMatchObject([{ invoice: { id: jointId, kind: 'multipoint_invoice' }, contract: null }])
  })

  test('without an invoice waits for an operator, and changes nothing', async () => {
    const report = await load(writeCamt054([debit({ amountCents: 4_570 }), debit({ endToEndId: 'NOBODYS' })]))
    expect(report).toMatchObject({ matched: 0, unmatched: 2 })
    expect(await invoice()).toEqual({ paid_status: 'paid', amount_pending_cents: 0 })
    expect(await own()).toEqual([])
    const { db } = portal.context
    const rows = await db.selectFrom('debit_return').where('state', '=', 'unmatched').selectAll().execute()
    expect(rows.map(({ unmatched_reason }) => unmatched_reason)).toEqual(['other_amount', 'none'])
    expect(rows[0]).toMatchObject({ debtor_name: 'ANNA', customer_id: null })
  })

  test('that was presented twice leaves the invoice paid, and nobody is told', async () => {
    await load(writeCamt054([debit({ reasonCode: 'AM05' })]))
    expect(await invoice()).toMatchObject({ paid_status: 'paid' })
    expect(await mails()).toEqual([])
  })

  test('of somebody who has died is told to nobody', async () => {
    await load(writeCamt054([debit({ reasonCode: 'MD07' })]))
    expect(await invoice()).toMatchObject({ paid_status: 'unpaid' })
    expect(await mails()).toEqual([])
    expect(await own()).toEqual([])
  })

  test('ends when its invoice is paid by card, and does not come again with a later report', async () => {
    await load(writeCamt054([debit()]))
    const payload = { number: '4242424242424242', exp_month: '12', exp_year: '34', cvc: '123' }
    const made = await portal.app.inject({ method: 'POST', url: '/sandbox-provider/v1/payment_methods', payload })
    const body = { payment_method_id: made.json().id, platform_name: 'sandbox', item_id: invoiceId }
    await visitor.send(payItem, { body: { ...body, related_object_type: 'invoice', amount: 45.69 } })
    expect(await own()).toEqual([])
    await load(writeCamt054([debit({ collectedOn: '2026-12-01', returnedOn: '2026-12-03' })]))
    expect(await invoice()).toEqual({ paid_status: 'paid', amount_pending_cents: 0 })
    expect((await mails()).filter(({ kind }) => kind === 'debit-returns.returned')).toHaveLength(1)
  })

  test('publishes an event', async () => {
    const { db } = portal.context
    const { encryptionKeys } = portal.context
    const endpoint = { url: 'https://erp.example.com/', description: '', eventTypes: null, encryptionKeys, now }
    await insertEndpoint(db, endpoint)
    await load(writeCamt054([debit()]))
    const events = await db.selectFrom('webhook_event').select(['type', 'data']).execute()
    expect(events).toMatchObject([{ type: 'payment.debit_returned', data: { amount: 45.69, reason_code: 'AM04' } }])
  })
})

describe('the list of returned debits', () => {
  test('is refused without a session', async () => {
    expect((await portal.anonymous.sendRaw(listReturnedDebits, {})).statusCode).toBe(401)
  })

  test('has nothing of another customer', async () => {
    await load(writeCamt054([debit()]))
    const another = await insertUser(portal.context.db, { customerIds: [await insertCustomer(portal.context.db)] })
    expect((await (await portal.as(another)).send(listReturnedDebits, {})).items).toEqual([])
  })

  test('is seen by a user of several holders', async () => {
    await load(writeCamt054([debit()]))
    const { db } = portal.context
    const both = await portal.as(await insertUser(db, { customerIds: [contract.customerId, await insertCustomer(db)] }))
    expect((await both.send(listReturnedDebits, {})).items).toEqual(await own())
  })

  test('leaves out an invoice that is paid in parts since', async () => {
    await load(writeCamt054([debit()]))
    expect(await own()).toHaveLength(1)
    const plan = { customer_id: contract.customerId, invoice_id: invoiceId, invoice_ids: [invoiceId], state: 'active' }
    const dates = { requested_at: now, started_at: now, requested_by_user_id: await insertUser(portal.context.db) }
    await portal.context.db
      .insertInto('payment_plan')
      .values({ ...plan, ...dates, total_cents: 4_569 })
      .execute()
    expect(await own()).toEqual([])
  })

  test('is readable with a read-only session', async () => {
    await load(writeCamt054([debit()]))
    const { db } = portal.context
    const userId = await insertUser(db, { customerIds: [contract.customerId] })
    const reader = await portal.as(userId, { readonly: true })
    expect((await reader.send(listReturnedDebits, {})).items).toHaveLength(1)
  })
})

test('a file that is none of a bank changes nothing', async () => {
  expect(await load('Hola')).toBe('unknown_format')
})

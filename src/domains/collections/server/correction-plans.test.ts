import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { listInvoices } from '#domains/invoices/api.ts'
import { downloadInvoice } from '#domains/invoices/downloads.ts'
import { payItem, readTransferDetails } from '#domains/payments/api.ts'
import { readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { addMethod } from '#outside/payments/sandbox/sandbox-store.ts'
import { listDebts, takeCorrectionPlan } from '../api.ts'
import { openDueDebts, settlePaidDebts } from './advance-debt.ts'
import { followCorrectionPlans } from './correction-plans.ts'
import { presentPlanOfInvoice } from './present-plan.ts'

const noon = (day: string) => new Date(`${day}T11:00:00Z`)
const now = noon('2026-11-27')
const portal = await startTestPortal({ now, environment: { DEMO: 'on' } })
const { db } = portal.context
let contract: CreatedContract
let userId: number
let eva: TestVisitor

afterAll(() => portal.close())
beforeEach(async () => {
  await db.deleteFrom('payment_plan').execute()
  contract = await insertContract(db, { customerId: await insertCustomer(db) })
  userId = await insertUser(db, { customerIds: [contract.customerId] })
  eva = await portal.as(userId)
})

const correction = { kind: 'underbilled', amountCents: 6_000, errorOn: '2026-08-20', distributorOn: null }
const insertCorrection = (more: Partial<Omit<Parameters<typeof insertInvoice>[1], 'contract'>> = {}) =>
  insertInvoice(db, {
    contract,
    ...{ issued_on: '2026-11-20', due_on: '2026-12-10', starts_on: '2026-08-20', ends_on: '2026-11-19' },
    ...{ amount_total_cents: 6_000, rectificative_type: 'C', correction: JSON.stringify(correction), ...more },
  })
const take = (id: number, who = eva) => who.sendRaw(takeCorrectionPlan, { params: { id: String(id) } })
const plans = async () => (await eva.send(listDebts, {})).plans
const debts = async () => (await eva.send(listDebts, {})).items
const offer = async (invoiceId: number, at = now) =>
  (await presentPlanOfInvoice(db, { customerId: contract.customerId, invoiceId }, at)).plan_offer
const statusOf = (invoiceId: number) =>
  db
    .selectFrom('invoice')
    .where('invoice_id', '=', invoiceId)
    .select(['paid_status', 'amount_pending_cents'])
    .executeTakeFirstOrThrow()
const pay = async (item_id: number, amount: number, part?: true) => {
  const payment_method_id = await addMethod(db, { fate: 'success', last4: '4242', now })
  const item = { item_id, related_object_type: 'invoice' as const, platform_name: 'sandbox' as const }
  return eva.send(payItem, { body: { ...item, payment_method_id, amount, ...(part && { part }) } })
}
const duties = async () => {
  const row = await db
    .selectFrom('payment_plan')
    .where('customer_id', '=', contract.customerId)
    .select('payment_plan_id')
    .executeTakeFirstOrThrow()
  const { payment_plan_id: planId } = row
  const parts = [1, 2, 3].map((part) => findDutiesOf(db, `plan_part:${planId}-${part}`))
  const found = await Promise.all([...parts, findDutiesOf(db, `correction_plan:${planId}`)])
  return found.flat().map(({ due_on, state }) => [due_on, state])
}
const mails = async () => {
  const query = db.selectFrom('outbox_message').where('customer_id', '=', contract.customerId).orderBy('created_at')
  return (await query.select('kind').execute()).map(({ kind }) => kind)
}

describe('a bill that charges what earlier ones lacked', () => {
  test('is paid in as many parts as months since the error, each of them a duty', async () => {
    const id = await insertCorrection()
    expect(await offer(id)).toEqual({
      ...{ amount: 60, since: '2026-08-20' },
      parts: [
        { number: 1, due_on: '2026-12-10', amount: 20 },
        { number: 2, due_on: '2027-01-10', amount: 20 },
        { number: 3, due_on: '2027-02-10', amount: 20 },
      ],
    })
    expect((await take(id)).json()).toMatchObject({
      invoice: { id },
      parts: [{ left: 20 }, { left: 20 }, { left: 20 }],
    })
    expect(await plans()).toMatchObject([{ invoice: { id }, parts: [{ due_on: '2026-12-10' }, {}, {}] }])
    expect(await offer(id)).toBeNull()
    expect(await duties()).toEqual([
      ['2026-12-10', 'open'],
      ['2027-01-10', 'open'],
      ['2027-02-10', 'open'],
      // All of it within twelve months of the bill.
      ['2027-11-20', 'open'],
    ])
    expect((await take(id)).json()).toMatchObject({ message: 'plan_exists' })
    const entry = await db.selectFrom('audit_entry').where('action', '=', 'correction_plan_taken').selectAll().execute()
    expect(entry).toHaveLength(1)
  })

  test('is not overdue while each part is paid: no debt opens, and the whole can be paid early', async () => {
    const id = await insertCorrection()
    await take(id)
    await openDueDebts(db, noon('2026-12-20'))
    expect(await debts()).toEqual([])
    await pay(id, 20, true)
    expect((await plans())[0]!.parts.map(({ left }) => left)).toEqual([0, 20, 20])
    expect(await followCorrectionPlans(db, noon('2026-12-20'))).toBe(0)
    expect((await duties()).map(([, state]) => state)).toEqual(['done', 'open', 'open', 'open'])
    expect(await debts()).toEqual([])
    await pay(id, 40)
    expect(await followCorrectionPlans(db, noon('2026-12-20'))).toBe(1)
    expect((await duties()).map(([, state]) => state)).toEqual(['done', 'done', 'done', 'done'])
    expect([await plans(), await mails()]).toEqual([[], ['payments.succeeded', 'payments.succeeded']])
  })

  test('says in the lists of invoices what is due by its plan, which cached lists learn', async () => {
    const id = await insertCorrection()
    await insertInvoice(db, { contract, amount_total_cents: 500 })
    const listed = async () => {
      const { items, amount_pending, amount_due } = await eva.send(listInvoices, { query: { by_itself: 'true' } })
      const { next_part, amount_to_pay } = items.find((item) => item.id === id)!
      return { next_part, amount_to_pay, amount_pending, amount_due }
    }
    expect(await listed()).toEqual({ next_part: null, amount_to_pay: 60, amount_pending: 65, amount_due: 65 })
    await take(id)
    const first = { amount: 20, due_date: '2026-12-10' }
    expect(await listed()).toEqual({ next_part: first, amount_to_pay: 60, amount_pending: 65, amount_due: 25 })
    const both = await portal.as(await insertUser(db, { customerIds: [contract.customerId, await insertCustomer(db)] }))
    const all = await both.send(listInvoices, { query: { by_itself: 'true' } })
    expect(all).toMatchObject({ n_items: 2, amount_pending: 65, amount_due: 25 })
    await pay(id, 20, true)
    const second = { amount: 20, due_date: '2027-01-10' }
    expect(await listed()).toEqual({ next_part: second, amount_to_pay: 40, amount_pending: 45, amount_due: 25 })
    await followCorrectionPlans(db, noon('2027-01-11'))
    expect(await listed()).toEqual({ next_part: null, amount_to_pay: 40, amount_pending: 45, amount_due: 45 })
  })

  test('tells the next part as what is to be paid, for a transfer and on its document', async () => {
    await portal.set('payment.transfer.account', 'ES9121000418450200051332')
    const id = await insertCorrection()
    const transfer = () =>
      eva.send(readTransferDetails, { params: { invoiceId: String(id) }, query: { related_object_type: 'invoice' } })
    const document = async () => {
      const { rawPayload } = await eva.sendRaw(downloadInvoice, { params: { id: String(id), type: 'pdf' } })
      return (await readPdfText(rawPayload)).replace(/\s+/g, ' ')
    }
    expect(await transfer()).toMatchObject({ amount: 60, due_date: '2026-12-10', remaining: 0 })
    await take(id)
    expect(await transfer()).toMatchObject({ amount: 20, due_date: '2026-12-10', remaining: 40 })
    expect(await document()).toContain('La próxima son 20,00 €, hasta el 10/12/2026; después faltarán 40,00 €.')
    await pay(id, 20, true)
    expect(await transfer()).toMatchObject({ amount: 20, due_date: '2027-01-10', remaining: 20 })
    await pay(id, 20, true)
    expect(await transfer()).toMatchObject({ amount: 20, due_date: '2027-02-10', remaining: 0 })
    expect(await document()).toContain('La última son 20,00 €, hasta el 10/02/2027.')
  })

  test('is overdue again when a part was not paid by its day, and is offered no more', async () => {
    const id = await insertCorrection()
    await take(id)
    expect(await followCorrectionPlans(db, noon('2026-12-10'))).toBe(0)
    expect(await followCorrectionPlans(db, noon('2026-12-11'))).toBe(1)
    expect((await duties()).map(([, state]) => state)).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled'])
    expect(await mails()).toEqual(['collections.planMissed'])
    await openDueDebts(db, noon('2026-12-11'))
    expect(await debts()).toMatchObject([{ owed: 60 }])
    expect(await offer(id)).toBeNull()
    expect((await take(id)).json()).toMatchObject({ message: 'plan_not_possible' })
  })

  test('ends the debt that was open for it, and not that of another bill', async () => {
    const id = await insertCorrection({ due_on: '2026-11-25' })
    await openDueDebts(db, now)
    await take(id)
    await settlePaidDebts(db, now)
    expect(await debts()).toEqual([])
    expect(await mails()).toEqual(['collections.notice'])
    await insertInvoice(db, { contract, due_on: '2026-11-20', amount_total_cents: 1_000 })
    await openDueDebts(db, now)
    await settlePaidDebts(db, now)
    expect(await debts()).toMatchObject([{ owed: 10 }])
  })

  test('is no longer collected by direct debit', async () => {
    const id = await insertCorrection({ paid_status: 'pending_remesa' })
    expect((await take(id)).statusCode).toBe(200)
    expect(await statusOf(id)).toEqual({ paid_status: 'unpaid', amount_pending_cents: 6_000 })
  })
})

describe('no plan is offered', () => {
  test.each([
    ['for a bill that corrects nothing', { correction: null }],
    [
      'for one that gives back',
      { correction: JSON.stringify({ kind: 'overbilled', amountCents: 1, billedOn: '2026-08-20', paidOn: null }) },
    ],
    ['for an error of less than two months', { correction: JSON.stringify({ ...correction, errorOn: '2026-10-01' }) }],
    ['for one that is paid', { paid_status: 'paid', amount_pending_cents: 0 }],
    ['for gas, whose norms know none', { energy: 'gas' }],
  ])('%s', async (_, more) => {
    const id = await insertCorrection(more)
    expect(await offer(id)).toBeNull()
    expect((await take(id)).json()).toMatchObject({ message: 'plan_not_possible' })
  })

  test('while a bank has its direct debit', async () => {
    const id = await insertCorrection({ paid_status: 'pending_remesa' })
    const state = { changed_on: '2026-11-25', pending_state: 'sent_to_bank' }
    await db
      .insertInto('invoice_pending_state')
      .values({ customer_id: contract.customerId, invoice_id: id, ...state })
      .execute()
    expect((await take(id)).json()).toMatchObject({ message: 'plan_not_possible' })
  })

  test('once the supply is suspended: only the whole brings it back', async () => {
    const id = await insertCorrection({ due_on: '2026-11-20' })
    await openDueDebts(db, now)
    await db.updateTable('debt').set({ step: 'suspended' }).where('customer_id', '=', contract.customerId).execute()
    expect((await take(id)).json()).toMatchObject({ message: 'plan_not_possible' })
  })
})

test('nobody takes the plan of another, and who only reads takes none', async () => {
  const id = await insertCorrection()
  expect((await take(id, portal.anonymous)).statusCode).toBe(401)
  const stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
  expect((await take(id, stranger)).statusCode).toBe(404)
  expect((await take(id, await portal.as(userId, { readonly: true }))).statusCode).toBe(403)
  await db.updateTable('invoice').set({ is_held: true }).where('invoice_id', '=', id).execute()
  expect((await take(id)).statusCode).toBe(404)
  expect(await plans()).toEqual([])
})

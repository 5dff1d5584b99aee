import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { type StripeStandIn, startStripeStandIn } from '#outside/payments/testing/stripe-stand-in.ts'
import { type as typeInto } from '../../../../../scripts/testing/type.ts'
import { payItem } from '../../api.ts'

const begin = new Date('2026-11-20T15:24:00Z')
const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }
let standIn: StripeStandIn
let before: State
let restored: State

type State = { portal: TestPortal; anna: TestVisitor; invoiceIds: number[]; environment: Record<string, string> }

/**
 * Creates a portal with the retailer's data: called once for the current state and once for a backup from before any
 * payment, with the same rows under the same ids.
 */
async function aState(): Promise<State> {
  const environment = {
    ...standIn.environment,
    PRIVATE_ADDRESSES: 'on',
  }
  const portal = await startTestPortal({ environment, now: begin })
  await portal.set('payment.platforms', ['stripe'])
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId })
  const anna = await portal.as(await insertUser(db, { customerIds: [customerId], email: 'anna@example.test' }))
  const invoiceIds: number[] = []
  for (const [index, amount_total_cents] of [4569, 1200, 3000].entries())
    invoiceIds.push(await insertInvoice(db, { contract, amount_total_cents, number: `FE26/${index}` }))
  return { portal, anna, invoiceIds, environment: { ...portal.environment, ...environment } }
}

beforeAll(async () => {
  standIn = await startStripeStandIn({ ...keys, now: () => begin })
  before = await aState()
  restored = await aState()
})
afterAll(() => Promise.all([before.portal.close(), restored.portal.close(), standIn.close()]))

async function pay({ anna, invoiceIds }: State, index: number) {
  const item = { item_id: invoiceIds[index]!, related_object_type: 'invoice' as const }
  const body = { payment_method_id: 'pm_card_visa', platform_name: 'stripe', ...item }
  expect(await anna.send(payItem, { body })).toMatchObject({ success: true })
}

async function statuses({ portal, invoiceIds }: State) {
  const rows = portal.context.db.selectFrom('invoice').where('invoice_id', 'in', invoiceIds).orderBy('invoice_id')
  return (await rows.select('paid_status').execute()).map(({ paid_status }) => paid_status)
}

const compare = (...words: string[]) => typeInto('portal', restored.environment, ['payments', 'compare', ...words])

test('payments taken since the backup are listed, and booked once when requested', async () => {
  await pay(before, 0)
  await pay(before, 1)
  await pay(restored, 2)
  expect(await statuses(restored)).toEqual(['unpaid', 'unpaid', 'paid'])

  const listed = await compare('stripe', '2026-11-20', '2026-11-21')
  expect(listed.printed).toContain('45.69 EUR  FE26/0  captured but not booked')
  expect(listed.printed).toContain('12.00 EUR  FE26/1  captured but not booked')
  expect(listed.printed).toContain('3 captured by the provider: 1 booked, 0 not from this portal, 2 to check.')
  expect(await statuses(restored)).toEqual(['unpaid', 'unpaid', 'paid'])

  expect((await compare('stripe', '2026-11-20', '2026-11-21', '--book')).printed).toContain('booked now')
  expect(await statuses(restored)).toEqual(['paid', 'paid', 'paid'])
  const { db } = restored.portal.context
  const entries = db.selectFrom('payment_entry').where('item_id', 'in', restored.invoiceIds).select('amount_cents')
  expect((await entries.execute()).map(({ amount_cents }) => amount_cents).sort()).toEqual([1200, 3000, 4569])

  const again = await compare('stripe', '2026-11-20', '2026-11-21', '--book')
  expect(again.printed.trim()).toBe('3 captured by the provider: 3 booked, 0 not from this portal, 0 to check.')
})

test('refunds missing here and payments for unknown invoices are listed and left for manual handling', async () => {
  const { db, payments } = restored.portal.context
  const rows = db.selectFrom('payment_attempt').selectAll().where('amount_cents', '=', 4569)
  const { provider_payment: paymentId } = await rows.executeTakeFirstOrThrow()
  await payments.get('stripe')!.refund({ refundId: crypto.randomUUID(), paymentId: paymentId!, amountCents: 69 })
  await before.portal.context.db
    .updateTable('invoice')
    .set({ paid_status: 'unpaid', number: 'FE26/later' })
    .where('invoice_id', '=', before.invoiceIds[2]!)
    .execute()
  await pay(before, 2)
  const { printed } = await compare('stripe', '2026-11-20', '2026-11-21', '--book')
  expect(printed).toContain('FE26/0  refunded at the provider but not here')
  expect(printed).toContain('FE26/later  for an invoice that is not in this portal')
})

test.each<[string, string[], string]>([
  ['without keys', ['redsys', '2026-11-20'], 'No keys of redsys are configured'],
  ['without a day', ['stripe'], 'payments compare takes a PLATFORM'],
  ['with an invalid day', ['stripe', '2026-11-31'], 'payments compare takes a PLATFORM'],
])('%s it prints what is missing', async (_, words, complaint) => {
  const answer = await compare(...words)
  expect([answer.code, answer.complaint.trim().split('\n')]).toEqual([1, [expect.stringContaining(complaint)]])
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aContract,
  aCustomer,
  aMultipointInvoice,
  anInvoice,
  aUser,
  type MadeContract,
} from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { listInvoices, listMultipointInvoices } from '#domains/invoices/api.ts'
import { structureOf } from '#kit/server/pdf/testing.ts'
import {
  downloadReceipt,
  listPlatforms,
  payItem,
  readPublishableKey,
  readTransactionSummary,
  type StartPayment,
} from '../api.ts'
import { settlePaymentDenial } from './denial.ts'

const now = new Date('2026-11-20T15:24:00Z')
let portal: TestPortal
let contract: MadeContract
let anna: Visitor
let annaReadonly: Visitor
let stranger: Visitor
let invoiceId: number

beforeAll(async () => {
  portal = await testPortal({ environment: { DEMO: 'on' }, now })
  const { db } = portal.context
  const customerId = await aCustomer(db)
  contract = await aContract(db, { customerId })
  const userId = await aUser(db, { customerIds: [customerId], login: 'anna', email: 'anna@example.test' })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await aUser(db, { customerIds: [await aCustomer(db)] }))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.context.db.deleteFrom('visitor_throttle').execute()
  invoiceId = await anInvoice(portal.context.db, { contract, amount_total_cents: 4569 })
})

const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asking: '4000002760003184',
  expired: '4000000000000069',
}

/** What the card fields make of a card. */
async function methodOf(number: string): Promise<string> {
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/sandbox-provider/v1/payment_methods',
    payload: { number, exp_month: '12', exp_year: '34', cvc: '123' },
  })
  return answer.json().id
}

async function start(card: keyof typeof cards, given: Partial<typeof StartPayment._zod.output> = {}) {
  const payment_method_id = await methodOf(cards[card])
  const item = { item_id: invoiceId, related_object_type: 'invoice' as const }
  return { payment_method_id, platform_name: 'sandbox', ...item, ...given }
}

/** The holder at their bank, in a browser. */
function answerBank(paymentId: string, secret: string, answer: 'approve' | 'refuse') {
  return portal.app.inject({
    method: 'POST',
    url: `/sandbox-provider/authenticate/${paymentId}?client_secret=${secret}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    payload: `answer=${answer}`,
  })
}

async function standing(id = invoiceId) {
  const { db } = portal.context
  const invoice = db.selectFrom('invoice').where('invoice_id', '=', id)
  const { paid_status, amount_pending_cents } = await invoice.selectAll().executeTakeFirstOrThrow()
  const entries = await db.selectFrom('payment_entry').where('item_id', '=', id).selectAll().execute()
  return [paid_status, amount_pending_cents, entries.map(({ amount_cents }) => amount_cents)]
}

describe('the platforms on offer', () => {
  test('are told to customers, with the key for the card fields', async () => {
    expect(await anna.send(listPlatforms, {})).toEqual({ platforms: ['sandbox'] })
    expect(await anna.send(readPublishableKey, { params: { platform: 'sandbox' } })).toEqual({
      publishable_key: 'pk_sandbox',
    })
  })

  test('are none of the business of whoever is not signed in', async () => {
    expect((await portal.anonymous.ask(listPlatforms, {})).statusCode).toBe(401)
    const key = await portal.anonymous.ask(readPublishableKey, { params: { platform: 'sandbox' } })
    expect(key.statusCode).toBe(401)
  })

  test('do not include one that this server has no credentials for, whatever is set', async () => {
    await portal.set('payment.platforms', ['stripe', 'sandbox'])
    expect(await anna.send(listPlatforms, {})).toEqual({ platforms: ['sandbox'] })
    await expect(anna.send(readPublishableKey, { params: { platform: 'stripe' } })).rejects.toMatchObject({
      code: 'platform_denied',
      status: 403,
    })
    await portal.set('payment.platforms', ['sandbox'])
  })

  test('are none when payment is switched off, and then nothing can be paid', async () => {
    const body = await start('good')
    await portal.set('invoices.enablePayment', false)
    expect(await anna.send(listPlatforms, {})).toEqual({ platforms: [] })
    await expect(anna.send(payItem, { body })).rejects.toMatchObject({ code: 'platform_denied', status: 403 })
    await portal.set('invoices.enablePayment', true)
    expect(await standing()).toEqual(['unpaid', 4569, []])
  })
})

describe('a user to whom payment is denied', () => {
  const deny = (isDenied: boolean) => settlePaymentDenial(portal.context.db, { login: 'anna', isDenied, now })
  beforeAll(() => deny(true))
  afterAll(() => deny(false))

  test('gets no key and pays nothing, while the platforms stay those of everybody', async () => {
    expect(await anna.send(listPlatforms, {})).toEqual({ platforms: ['sandbox'] })
    const key = await anna.ask(readPublishableKey, { params: { platform: 'sandbox' } })
    expect([key.statusCode, key.json().message]).toEqual([403, 'platform_denied'])
    const body = await start('good')
    const paid = await anna.ask(payItem, { body })
    expect([paid.statusCode, paid.json().message]).toEqual([403, 'platform_denied'])
    expect(await standing()).toEqual(['unpaid', 4569, []])
  })

  test('is not offered to pay, neither in a list that was read before nor in one of multipoint invoices', async () => {
    await aMultipointInvoice(portal.context.db, { customerId: contract.customerId, amount_total_cents: 9138 })
    const offers = async () => {
      const lists = [await anna.send(listInvoices, {}), await anna.send(listMultipointInvoices, {})]
      return lists.map(({ items }) => items.some(({ online_payment }) => online_payment?.payment_enabled))
    }
    await deny(false)
    expect(await offers()).toEqual([true, true])
    await deny(true)
    expect(await offers()).toEqual([false, false])
  })

  test('is this one alone, and may pay again once it is allowed', async () => {
    expect((await stranger.ask(readPublishableKey, { params: { platform: 'sandbox' } })).statusCode).toBe(200)
    await deny(false)
    expect((await anna.ask(readPublishableKey, { params: { platform: 'sandbox' } })).statusCode).toBe(200)
  })
})

describe('paying an invoice', () => {
  test('charges what is owed, and the invoice is paid', async () => {
    const reply = await anna.send(payItem, { body: await start('good') })
    expect(reply).toEqual({
      success: true,
      requires_action: false,
      error: null,
      payment_intent_id: expect.stringMatching(/^pi_/),
    })
    expect(await standing()).toEqual(['paid', 0, [4569]])
  })

  test('shows in the history of the invoice', async () => {
    await anna.send(payItem, { body: await start('good') })
    const list = await anna.send(listInvoices, { query: {} })
    const paid = list.items.find(({ id }) => id === invoiceId)
    expect(paid).toMatchObject({ paid_status: 'paid', amount_pending: 0, online_payment: { payment_enabled: false } })
    expect(paid!.pending_state_history).toEqual([
      { change_date: '2026-11-20', pending_state: { ov_description: 'Pagada con tarjeta' } },
    ])
  })

  test('pays what is left of one that was paid in part', async () => {
    const half = await anInvoice(portal.context.db, {
      contract,
      amount_total_cents: 4569,
      amount_pending_cents: 569,
    })
    await anna.send(payItem, { body: await start('good', { item_id: half }) })
    expect(await standing(half)).toEqual(['paid', 0, [569]])
  })

  test.each([
    ['4000000000000002', 'card_declined'],
    ['4000000000009995', 'card_declined'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error'],
  ])('with %s explains why it was not charged: %s', async (number, error) => {
    const body = await start('good', { payment_method_id: await methodOf(number) })
    const reply = await anna.send(payItem, { body })
    expect(reply).toMatchObject({ success: false, requires_action: false, error })
    expect(await standing()).toEqual(['unpaid', 4569, []])
  })

  test('can be tried again after a declined card', async () => {
    await anna.send(payItem, { body: await start('declined') })
    expect(await anna.send(payItem, { body: await start('good') })).toMatchObject({ success: true })
    expect(await standing()).toEqual(['paid', 0, [4569]])
  })

  test('with a method that does not exist says that the card is missing', async () => {
    const body = await start('good', { payment_method_id: 'pm_none' })
    expect(await anna.send(payItem, { body })).toMatchObject({ error: 'missing', payment_intent_id: null })
  })

  test('asked twice with one method, because the first answer got lost, charges once and answers the same', async () => {
    const body = await start('good')
    const first = await anna.send(payItem, { body })
    expect(await anna.send(payItem, { body })).toEqual(first)
    expect(await standing()).toEqual(['paid', 0, [4569]])
  })

  test('is refused where nothing is owed any more', async () => {
    await anna.send(payItem, { body: await start('good') })
    await expect(anna.send(payItem, { body: await start('good') })).rejects.toMatchObject({
      code: 'not_payable',
      status: 409,
    })
    expect(await standing()).toEqual(['paid', 0, [4569]])
  })

  test('is told by mail to whoever paid or could not, once, and is found among the contract’s communications', async () => {
    const { db } = portal.context
    await db.deleteFrom('outbox_message').execute()
    await anna.send(payItem, { body: await start('declined') })
    await anna.send(payItem, { body: await start('good') })
    const told = await db.selectFrom('outbox_message').orderBy('kind').selectAll().execute()
    const about = { contract_id: contract.contractId, to_address: 'anna@example.test' }
    expect(told).toMatchObject([
      {
        kind: 'payments.declined',
        values: { amountCents: 4569, ending: '0002', reason: 'declined', account: 'none' },
        ...about,
      },
      { kind: 'payments.succeeded', values: { amountCents: 4569, ending: '4242' }, ...about },
    ])
  })

  test('that is declined again and again is told once, and an expired card as expired, with the account', async () => {
    const { db } = portal.context
    await portal.set('payment.transfer.account', 'ES9121000418450200051332')
    await db.deleteFrom('outbox_message').execute()
    for (const card of ['declined', 'declined', 'expired', 'declined', 'expired'] as const)
      await anna.send(payItem, { body: await start(card) })
    const told = await db.selectFrom('outbox_message').orderBy('created_at').select(['kind', 'values']).execute()
    const account = {
      account: 'ES91 2100 0418 4502 0005 1332',
      beneficiary: 'Demo Energia',
      concept: expect.any(String),
    }
    expect(told).toMatchObject([
      { kind: 'payments.declined', values: { reason: 'declined', ...account } },
      { kind: 'payments.declined', values: { reason: 'expired', ...account } },
    ])
    await db
      .updateTable('outbox_message')
      .set({ created_at: new Date('2026-11-19T15:00:00Z') })
      .execute()
    await anna.send(payItem, { body: await start('declined') })
    expect(await db.selectFrom('outbox_message').selectAll().execute()).toHaveLength(3)
    await portal.set('payment.transfer.account', '')
  })

  test('is noted in the audit log, with who did it', async () => {
    await anna.send(payItem, { body: await start('good') })
    const { db } = portal.context
    const entry = await db
      .selectFrom('audit_entry')
      .where('subject', '=', `invoice:${invoiceId}`)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'payment_begun', customer_id: contract.customerId })
    expect(entry.after).toEqual({ amountCents: 4569, platform: 'sandbox' })
  })
})

describe('a card whose bank asks', () => {
  async function asked() {
    const reply = await anna.send(payItem, { body: await start('asking') })
    expect(reply).toMatchObject({ success: false, requires_action: true, error: null })
    return { paymentId: reply.payment_intent_id!, secret: reply.client_secret! }
  }
  const confirm = (paymentId: string) =>
    anna.send(payItem, { body: { payment_intent_id: paymentId, platform_name: 'sandbox' } })

  test('pays once its holder has approved and comes back', async () => {
    const { paymentId, secret } = await asked()
    expect(await standing()).toEqual(['unpaid', 4569, []])
    expect((await answerBank(paymentId, secret, 'approve')).statusCode).toBe(200)
    expect(await confirm(paymentId)).toMatchObject({ success: true, error: null })
    expect(await confirm(paymentId)).toMatchObject({ success: true, error: null })
    expect(await standing()).toEqual(['paid', 0, [4569]])
  })

  test('pays nothing when its holder refuses', async () => {
    const { paymentId, secret } = await asked()
    await answerBank(paymentId, secret, 'refuse')
    expect(await confirm(paymentId)).toMatchObject({ success: false, error: 'payment_intent_unexpected_state' })
  })

  test('pays nothing when its holder comes back without an answer, not even if one comes later', async () => {
    const { paymentId, secret } = await asked()
    expect(await confirm(paymentId)).toMatchObject({ success: false, error: 'payment_intent_unexpected_state' })
    await answerBank(paymentId, secret, 'approve')
    expect(await confirm(paymentId)).toMatchObject({ success: false })
    expect(await standing()).toEqual(['unpaid', 4569, []])
  })

  test('makes room for another card in another tab, and is then worth nothing', async () => {
    const { paymentId, secret } = await asked()
    expect(await anna.send(payItem, { body: await start('good') })).toMatchObject({ success: true })
    await answerBank(paymentId, secret, 'approve')
    await expect(confirm(paymentId)).rejects.toMatchObject({ code: 'not_payable', status: 409 })
    expect(await standing()).toEqual(['paid', 0, [4569]])
  })

  test('is asked about the same payment when the question is repeated', async () => {
    const body = await start('asking')
    const first = await anna.send(payItem, { body })
    expect(await anna.send(payItem, { body })).toEqual(first)
  })

  test('is asked anew when the amount has changed meanwhile', async () => {
    const body = await start('asking')
    const first = await anna.send(payItem, { body })
    const { db } = portal.context
    await db.updateTable('invoice').set({ amount_pending_cents: 4000 }).where('invoice_id', '=', invoiceId).execute()
    const second = await anna.send(payItem, { body })
    expect(second.payment_intent_id).not.toBe(first.payment_intent_id)
    await answerBank(first.payment_intent_id!, first.client_secret!, 'approve')
    await answerBank(second.payment_intent_id!, second.client_secret!, 'approve')
    expect(await confirm(second.payment_intent_id!)).toMatchObject({ success: true })
    expect(await standing()).toEqual(['paid', 0, [4000]])
  })
})

describe('refusals', () => {
  const refused = async (visitor: Visitor, body: object) => {
    const answer = await visitor.ask(payItem, { body: body as never })
    return [answer.statusCode, answer.json().message]
  }

  test('come in the order: session, owner, read-only, platform and state, body', async () => {
    const body = await start('good')
    const paid = await anInvoice(portal.context.db, { contract, paid_status: 'paid', amount_pending_cents: 0 })
    expect(await refused(portal.anonymous, {})).toEqual([401, 'unauthenticated'])
    expect(await refused(stranger, body)).toEqual([404, 'not_found'])
    expect(await refused(annaReadonly, { ...body, item_id: 999_999 })).toEqual([404, 'not_found'])
    expect(await refused(annaReadonly, body)).toEqual([403, 'token_readonly'])
    expect(await refused(anna, { ...body, platform_name: 'redsys' })).toEqual([403, 'platform_denied'])
    expect(await refused(anna, { ...body, item_id: paid })).toEqual([409, 'not_payable'])
    expect(await refused(anna, { ...body, currency: 'EUR' })).toEqual([400, 'invalid'])
    expect(await refused(anna, { ...body, item_id: 2 ** 31 })).toEqual([400, 'invalid'])
    expect(await standing()).toEqual(['unpaid', 4569, []])
  })

  test('name what is wrong with the body', async () => {
    const { payment_method_id, ...body } = await start('good')
    const missing = await anna.ask(payItem, { body: body as never })
    expect(missing.json().errors).toEqual({ payment_method_id: ['Falta este dato.'] })
    const more = await anna.ask(payItem, { body: { ...body, payment_method_id, currency: 'EUR' } as never })
    expect(Object.keys(more.json().errors)).toEqual(['currency'])
  })

  test('keep the payment of somebody else as unknown as one that does not exist', async () => {
    const reply = await anna.send(payItem, { body: await start('asking') })
    const body = { payment_intent_id: reply.payment_intent_id!, platform_name: 'sandbox' }
    expect(await refused(stranger, body)).toEqual([404, 'not_found'])
    expect(await refused(stranger, { ...body, payment_intent_id: 'pi_none' })).toEqual([404, 'not_found'])
  })
})

describe('afterwards', () => {
  const params = () => ({ params: { invoiceId: String(invoiceId) } })

  test('a customer sees what was paid, when, and by whom', async () => {
    const body = await start('good')
    const { payment_intent_id } = await anna.send(payItem, { body })
    expect(await anna.send(readTransactionSummary, params())).toEqual({
      transaction_id: payment_intent_id,
      amount: 45.69,
      currency: 'EUR',
      last_transaction_update_at: '2026-11-20T15:24:00.000Z',
      invoice_number: expect.stringMatching(/^FE/),
      invoice_concept: 'Factura de luz del 01/09/2026 al 30/09/2026',
      payment_method_id: body.payment_method_id,
      payment_type: 'credit_card',
      card_last4: '4242',
      paid_by_user_email: 'anna@example.test',
      invoice_id: invoiceId,
      error: null,
    })
  })

  test('a payment that is not known (yet) is said to be so', async () => {
    await anna.send(payItem, { body: await start('declined') })
    expect(await anna.send(readTransactionSummary, params())).toMatchObject({
      transaction_id: null,
      invoice_id: invoiceId,
      error: 'internal_error',
    })
    expect((await anna.ask(downloadReceipt, params())).json().message).toBe('no_receipt')
  })

  test('the receipt is a document that can be read aloud, in the language asked for', async () => {
    await anna.send(payItem, { body: await start('good') })
    const answer = await anna.ask(downloadReceipt, params(), { headers: { 'accept-language': 'ca' } })
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toMatch(/filename="justificant-FE\d+\.pdf"/)
    const structure = await structureOf(answer.rawPayload)
    expect(structure).toMatch(/H1.*\n +"Justificant de pagament de la factura FE/)
    for (const told of ['45,69 €', '20/11/2026 16:24', 'acabada en 4242', 'anna@example.test'])
      expect(structure).toContain(told)
  })

  test('the receipt of whoever has no address names none', async () => {
    const { db } = portal.context
    await db.updateTable('user_account').set({ email: '' }).where('email', '=', 'anna@example.test').execute()
    await anna.send(payItem, { body: await start('good') })
    const structure = await structureOf((await anna.ask(downloadReceipt, params())).rawPayload)
    expect(structure).toContain('acabada en 4242')
    expect(structure).not.toContain('Pagado por')
    await db.updateTable('user_account').set({ email: 'anna@example.test' }).where('email', '=', '').execute()
  })

  test('neither is for anybody else, but both may be looked at by whoever only reads', async () => {
    await anna.send(payItem, { body: await start('good') })
    for (const call of [readTransactionSummary, downloadReceipt]) {
      expect((await portal.anonymous.ask(call, params())).statusCode).toBe(401)
      expect((await stranger.ask(call, params())).statusCode).toBe(404)
    }
    expect((await anna.ask(readTransactionSummary, { params: { invoiceId: 'x' } })).statusCode).toBe(404)
    expect((await annaReadonly.ask(readTransactionSummary, params())).statusCode).toBe(200)
    expect((await annaReadonly.ask(downloadReceipt, params())).statusCode).toBe(200)
  })
})

describe('an invoice that gathers others', () => {
  async function gathering() {
    const { db } = portal.context
    const multipointId = await aMultipointInvoice(db, { customerId: contract.customerId, amount_total_cents: 9138 })
    const gathered = { contract, multipoint_invoice_id: multipointId }
    return { multipointId, parts: [await anInvoice(db, gathered), await anInvoice(db, gathered)] }
  }

  test('is paid as one, and the others with it', async () => {
    const { multipointId, parts } = await gathering()
    const item = { item_id: multipointId, related_object_type: 'multipoint_invoice' as const }
    expect(await anna.send(payItem, { body: await start('good', item) })).toMatchObject({ success: true })
    for (const part of parts) expect(await standing(part)).toEqual(['paid', 0, []])
    const summary = await anna.send(readTransactionSummary, {
      params: { invoiceId: String(multipointId) },
      query: { related_object_type: 'multipoint_invoice' },
    })
    expect(summary).toMatchObject({
      amount: 91.38,
      invoice_concept: 'Factura conjunta del 01/09/2026 al 30/09/2026',
      error: null,
    })
  })

  test('keeps the others from being paid one by one', async () => {
    const { parts } = await gathering()
    const body = await start('good', { item_id: parts[0]! })
    await expect(anna.send(payItem, { body })).rejects.toMatchObject({ code: 'not_payable' })
  })
})

test('an invoice has its button to pay exactly where it can be paid', async () => {
  const { db } = portal.context
  const statuses = ['pending_remesa', 'pending_transfer', 'paid', 'manual_verification_required', 'unpaid']
  const made = []
  for (const paid_status of statuses)
    for (const rectificative_type of ['N', 'A', 'B', 'R'])
      for (const amount_pending_cents of [0, 4569])
        made.push(await anInvoice(db, { contract, paid_status, rectificative_type, amount_pending_cents }))
  const { items } = await anna.send(listInvoices, { query: { limit: 150 } })
  for (const id of made) {
    const shown = items.find((invoice) => invoice.id === id)!
    const answer = await anna.ask(payItem, { body: await start('declined', { item_id: id }) })
    expect(shown.online_payment.payment_enabled, JSON.stringify(shown)).toBe(answer.statusCode === 200)
  }
})

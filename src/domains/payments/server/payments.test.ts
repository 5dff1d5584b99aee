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
import { listInvoices, listMultipointInvoices } from '#domains/invoices/api.ts'
import { readPdfStructure } from '#kit/server/pdf/pdf-testing.ts'
import {
  downloadReceipt,
  listPlatforms,
  payItem,
  readPublishableKey,
  readTransactionSummary,
  type StartPayment,
} from '../api.ts'
import { setPaymentDenial } from './payment-denial.ts'

const now = new Date('2026-11-20T15:24:00Z')
let portal: TestPortal
let contract: CreatedContract
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor
let invoiceId: number

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' }, now })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  const userId = await insertUser(db, { customerIds: [customerId], login: 'anna', email: 'anna@example.test' })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.context.db.deleteFrom('visitor_throttle').execute()
  invoiceId = await insertInvoice(portal.context.db, { contract, amount_total_cents: 4569 })
})

const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asking: '4000002760003184',
  expired: '4000000000000069',
}

/** Creates a payment method as the card fields do. */
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

/** Answers the bank's request in a browser, as the holder would. */
function answerBank(paymentId: string, secret: string, answer: 'approve' | 'refuse') {
  return portal.app.inject({
    method: 'POST',
    url: `/sandbox-provider/authenticate/${paymentId}?client_secret=${secret}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    payload: `answer=${answer}`,
  })
}

async function readPaymentStatus(id = invoiceId) {
  const { db } = portal.context
  const invoice = db.selectFrom('invoice').where('invoice_id', '=', id)
  const { paid_status, amount_pending_cents } = await invoice.selectAll().executeTakeFirstOrThrow()
  const entries = await db.selectFrom('payment_entry').where('item_id', '=', id).selectAll().execute()
  return [paid_status, amount_pending_cents, entries.map(({ amount_cents }) => amount_cents)]
}

describe('the offered platforms', () => {
  test('are returned to customers, with the key for the card fields', async () => {
    expect(await anna.send(listPlatforms, {})).toEqual({ platforms: ['sandbox'] })
    expect(await anna.send(readPublishableKey, { params: { platform: 'sandbox' } })).toEqual({
      publishable_key: 'pk_sandbox',
    })
  })

  test('require a session', async () => {
    expect((await portal.anonymous.sendRaw(listPlatforms, {})).statusCode).toBe(401)
    const key = await portal.anonymous.sendRaw(readPublishableKey, { params: { platform: 'sandbox' } })
    expect(key.statusCode).toBe(401)
  })

  test('omit one that this server has no credentials for, whatever the settings', async () => {
    await portal.set('payment.platforms', ['stripe', 'sandbox'])
    expect(await anna.send(listPlatforms, {})).toEqual({ platforms: ['sandbox'] })
    await expect(anna.send(readPublishableKey, { params: { platform: 'stripe' } })).rejects.toMatchObject({
      code: 'platform_denied',
      status: 403,
    })
    await portal.set('payment.platforms', ['sandbox'])
  })

  test('are empty while payment is switched off, and then nothing can be paid', async () => {
    const body = await start('good')
    await portal.set('invoices.enablePayment', false)
    expect(await anna.send(listPlatforms, {})).toEqual({ platforms: [] })
    await expect(anna.send(payItem, { body })).rejects.toMatchObject({ code: 'platform_denied', status: 403 })
    await portal.set('invoices.enablePayment', true)
    expect(await readPaymentStatus()).toEqual(['unpaid', 4569, []])
  })
})

describe('a user whose payments are denied', () => {
  const deny = (isDenied: boolean) => setPaymentDenial(portal.context.db, { login: 'anna', isDenied, now })
  beforeAll(() => deny(true))
  afterAll(() => deny(false))

  test('gets no key and cannot pay, although the platforms are the same for everyone', async () => {
    expect(await anna.send(listPlatforms, {})).toEqual({ platforms: ['sandbox'] })
    const key = await anna.sendRaw(readPublishableKey, { params: { platform: 'sandbox' } })
    expect([key.statusCode, key.json().message]).toEqual([403, 'platform_denied'])
    const body = await start('good')
    const paid = await anna.sendRaw(payItem, { body })
    expect([paid.statusCode, paid.json().message]).toEqual([403, 'platform_denied'])
    expect(await readPaymentStatus()).toEqual(['unpaid', 4569, []])
  })

  test('sees no offer to pay, neither in a cached list nor in one of multipoint invoices', async () => {
    await insertMultipointInvoice(portal.context.db, { customerId: contract.customerId, amount_total_cents: 9138 })
    const offers = async () => {
      const lists = [await anna.send(listInvoices, {}), await anna.send(listMultipointInvoices, {})]
      return lists.map(({ items }) => items.some(({ online_payment }) => online_payment?.payment_enabled))
    }
    await deny(false)
    expect(await offers()).toEqual([true, true])
    await deny(true)
    expect(await offers()).toEqual([false, false])
  })

  test('is the only one affected, and may pay again once allowed', async () => {
    expect((await stranger.sendRaw(readPublishableKey, { params: { platform: 'sandbox' } })).statusCode).toBe(200)
    await deny(false)
    expect((await anna.sendRaw(readPublishableKey, { params: { platform: 'sandbox' } })).statusCode).toBe(200)
  })
})

describe('paying an invoice', () => {
  test('charges what is owed and marks the invoice as paid', async () => {
    const reply = await anna.send(payItem, { body: await start('good') })
    expect(reply).toEqual({
      success: true,
      requires_action: false,
      error: null,
      payment_intent_id: expect.stringMatching(/^pi_/),
    })
    expect(await readPaymentStatus()).toEqual(['paid', 0, [4569]])
  })

  test('adds to the history of the invoice', async () => {
    await anna.send(payItem, { body: await start('good') })
    const list = await anna.send(listInvoices, { query: {} })
    const paid = list.items.find(({ id }) => id === invoiceId)
    expect(paid).toMatchObject({ paid_status: 'paid', amount_pending: 0, online_payment: { payment_enabled: false } })
    expect(paid!.pending_state_history).toEqual([
      { change_date: '2026-11-20', pending_state: { ov_description: 'Pagada con tarjeta' } },
    ])
  })

  test('charges the rest of a partly paid invoice', async () => {
    const half = await insertInvoice(portal.context.db, {
      contract,
      amount_total_cents: 4569,
      amount_pending_cents: 569,
    })
    await anna.send(payItem, { body: await start('good', { item_id: half }) })
    expect(await readPaymentStatus(half)).toEqual(['paid', 0, [569]])
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
    expect(await readPaymentStatus()).toEqual(['unpaid', 4569, []])
  })

  test('can be retried after a declined card', async () => {
    await anna.send(payItem, { body: await start('declined') })
    expect(await anna.send(payItem, { body: await start('good') })).toMatchObject({ success: true })
    expect(await readPaymentStatus()).toEqual(['paid', 0, [4569]])
  })

  test('with an unknown method reports a missing card', async () => {
    const body = await start('good', { payment_method_id: 'pm_none' })
    expect(await anna.send(payItem, { body })).toMatchObject({ error: 'missing', payment_intent_id: null })
  })

  test('repeated with the same method after a lost answer charges once and returns the same reply', async () => {
    const body = await start('good')
    const first = await anna.send(payItem, { body })
    expect(await anna.send(payItem, { body })).toEqual(first)
    expect(await readPaymentStatus()).toEqual(['paid', 0, [4569]])
  })

  test('is refused if nothing is owed any more', async () => {
    await anna.send(payItem, { body: await start('good') })
    await expect(anna.send(payItem, { body: await start('good') })).rejects.toMatchObject({
      code: 'not_payable',
      status: 409,
    })
    expect(await readPaymentStatus()).toEqual(['paid', 0, [4569]])
  })

  test('notifies the payer of the outcome by mail, once, listed among the contract’s communications', async () => {
    const { db } = portal.context
    await db.deleteFrom('outbox_message').execute()
    await anna.send(payItem, { body: await start('declined') })
    await anna.send(payItem, { body: await start('good') })
    const outboxMessages = await db.selectFrom('outbox_message').orderBy('kind').selectAll().execute()
    const about = { contract_id: contract.contractId, to_address: 'anna@example.test' }
    expect(outboxMessages).toMatchObject([
      {
        kind: 'payments.declined',
        values: { amountCents: 4569, ending: '0002', reason: 'declined', account: 'none' },
        ...about,
      },
      { kind: 'payments.succeeded', values: { amountCents: 4569, ending: '4242' }, ...about },
    ])
  })

  test('notifies once about repeated declines, and separately about an expired card, with the account for a transfer', async () => {
    const { db } = portal.context
    await portal.set('payment.transfer.account', 'ES9121000418450200051332')
    await db.deleteFrom('outbox_message').execute()
    for (const card of ['declined', 'declined', 'expired', 'declined', 'expired'] as const)
      await anna.send(payItem, { body: await start(card) })
    const outboxMessages = await db
      .selectFrom('outbox_message')
      .orderBy('created_at')
      .select(['kind', 'values'])
      .execute()
    const account = {
      account: 'ES91 2100 0418 4502 0005 1332',
      beneficiary: 'Demo Energia',
      concept: expect.any(String),
    }
    expect(outboxMessages).toMatchObject([
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

  test('is recorded in the audit log, with its actor', async () => {
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

describe('a card whose bank requires authentication', () => {
  async function startAuthentication() {
    const reply = await anna.send(payItem, { body: await start('asking') })
    expect(reply).toMatchObject({ success: false, requires_action: true, error: null })
    return { paymentId: reply.payment_intent_id!, secret: reply.client_secret! }
  }
  const confirm = (paymentId: string) =>
    anna.send(payItem, { body: { payment_intent_id: paymentId, platform_name: 'sandbox' } })

  test('is charged once its holder has approved and returns', async () => {
    const { paymentId, secret } = await startAuthentication()
    expect(await readPaymentStatus()).toEqual(['unpaid', 4569, []])
    expect((await answerBank(paymentId, secret, 'approve')).statusCode).toBe(200)
    expect(await confirm(paymentId)).toMatchObject({ success: true, error: null })
    expect(await confirm(paymentId)).toMatchObject({ success: true, error: null })
    expect(await readPaymentStatus()).toEqual(['paid', 0, [4569]])
  })

  test('is not charged if its holder refuses', async () => {
    const { paymentId, secret } = await startAuthentication()
    await answerBank(paymentId, secret, 'refuse')
    expect(await confirm(paymentId)).toMatchObject({ success: false, error: 'payment_intent_unexpected_state' })
  })

  test('is not charged if its holder returns without an answer, even if one follows later', async () => {
    const { paymentId, secret } = await startAuthentication()
    expect(await confirm(paymentId)).toMatchObject({ success: false, error: 'payment_intent_unexpected_state' })
    await answerBank(paymentId, secret, 'approve')
    expect(await confirm(paymentId)).toMatchObject({ success: false })
    expect(await readPaymentStatus()).toEqual(['unpaid', 4569, []])
  })

  test('can be replaced by another card in another tab, and its payment is then void', async () => {
    const { paymentId, secret } = await startAuthentication()
    expect(await anna.send(payItem, { body: await start('good') })).toMatchObject({ success: true })
    await answerBank(paymentId, secret, 'approve')
    await expect(confirm(paymentId)).rejects.toMatchObject({ code: 'not_payable', status: 409 })
    expect(await readPaymentStatus()).toEqual(['paid', 0, [4569]])
  })

  test('continues the same payment if the request is repeated', async () => {
    const body = await start('asking')
    const first = await anna.send(payItem, { body })
    expect(await anna.send(payItem, { body })).toEqual(first)
  })

  test('requires a new authentication if the amount has changed meanwhile', async () => {
    const body = await start('asking')
    const first = await anna.send(payItem, { body })
    const { db } = portal.context
    await db.updateTable('invoice').set({ amount_pending_cents: 4000 }).where('invoice_id', '=', invoiceId).execute()
    const second = await anna.send(payItem, { body })
    expect(second.payment_intent_id).not.toBe(first.payment_intent_id)
    await answerBank(first.payment_intent_id!, first.client_secret!, 'approve')
    await answerBank(second.payment_intent_id!, second.client_secret!, 'approve')
    expect(await confirm(second.payment_intent_id!)).toMatchObject({ success: true })
    expect(await readPaymentStatus()).toEqual(['paid', 0, [4000]])
  })
})

describe('refusals', () => {
  const refused = async (visitor: TestVisitor, body: object) => {
    const answer = await visitor.sendRaw(payItem, { body: body as never })
    return [answer.statusCode, answer.json().message]
  }

  test('are checked in the order: session, owner, read-only, platform and state, body', async () => {
    const body = await start('good')
    const paid = await insertInvoice(portal.context.db, { contract, paid_status: 'paid', amount_pending_cents: 0 })
    expect(await refused(portal.anonymous, {})).toEqual([401, 'unauthenticated'])
    expect(await refused(stranger, body)).toEqual([404, 'not_found'])
    expect(await refused(annaReadonly, { ...body, item_id: 999_999 })).toEqual([404, 'not_found'])
    expect(await refused(annaReadonly, body)).toEqual([403, 'token_readonly'])
    expect(await refused(anna, { ...body, platform_name: 'redsys' })).toEqual([403, 'platform_denied'])
    expect(await refused(anna, { ...body, item_id: paid })).toEqual([409, 'not_payable'])
    expect(await refused(anna, { ...body, currency: 'EUR' })).toEqual([400, 'invalid'])
    expect(await refused(anna, { ...body, item_id: 2 ** 53 })).toEqual([400, 'invalid'])
    expect(await readPaymentStatus()).toEqual(['unpaid', 4569, []])
  })

  test('name the invalid fields of the body', async () => {
    const { payment_method_id, ...body } = await start('good')
    const missing = await anna.sendRaw(payItem, { body: body as never })
    expect(missing.json().errors).toEqual({ payment_method_id: ['Falta este dato.'] })
    const more = await anna.sendRaw(payItem, { body: { ...body, payment_method_id, currency: 'EUR' } as never })
    expect(Object.keys(more.json().errors)).toEqual(['currency'])
  })

  test('are the same for another customer’s payment as for one that does not exist', async () => {
    const reply = await anna.send(payItem, { body: await start('asking') })
    const body = { payment_intent_id: reply.payment_intent_id!, platform_name: 'sandbox' }
    expect(await refused(stranger, body)).toEqual([404, 'not_found'])
    expect(await refused(stranger, { ...body, payment_intent_id: 'pi_none' })).toEqual([404, 'not_found'])
  })
})

describe('after a payment', () => {
  const params = () => ({ params: { invoiceId: String(invoiceId) } })

  test('the customer sees what was paid, when, and by whom', async () => {
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

  test('a payment that is not known (yet) is reported as such', async () => {
    await anna.send(payItem, { body: await start('declined') })
    expect(await anna.send(readTransactionSummary, params())).toMatchObject({
      transaction_id: null,
      invoice_id: invoiceId,
      error: 'internal_error',
    })
    expect((await anna.sendRaw(downloadReceipt, params())).json().message).toBe('no_receipt')
  })

  test('the receipt is an accessible document in the requested language', async () => {
    await anna.send(payItem, { body: await start('good') })
    const answer = await anna.sendRaw(downloadReceipt, params(), { headers: { 'accept-language': 'ca' } })
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toMatch(/filename="justificant-FE\d+\.pdf"/)
    const structure = await readPdfStructure(answer.rawPayload)
    expect(structure).toMatch(/H1.*\n +"Justificant de pagament de la factura FE/)
    for (const expectedText of ['45,69 €', '20/11/2026 16:24', 'acabada en 4242', 'anna@example.test'])
      expect(structure).toContain(expectedText)
  })

  test('the receipt omits the e-mail address of a payer without one', async () => {
    const { db } = portal.context
    await db.updateTable('user_account').set({ email: '' }).where('email', '=', 'anna@example.test').execute()
    await anna.send(payItem, { body: await start('good') })
    const structure = await readPdfStructure((await anna.sendRaw(downloadReceipt, params())).rawPayload)
    expect(structure).toContain('acabada en 4242')
    expect(structure).not.toContain('Pagado por')
    await db.updateTable('user_account').set({ email: 'anna@example.test' }).where('email', '=', '').execute()
  })

  test('summary and receipt are refused to others and available to a read-only user', async () => {
    await anna.send(payItem, { body: await start('good') })
    for (const call of [readTransactionSummary, downloadReceipt]) {
      expect((await portal.anonymous.sendRaw(call, params())).statusCode).toBe(401)
      expect((await stranger.sendRaw(call, params())).statusCode).toBe(404)
    }
    expect((await anna.sendRaw(readTransactionSummary, { params: { invoiceId: 'x' } })).statusCode).toBe(404)
    expect((await annaReadonly.sendRaw(readTransactionSummary, params())).statusCode).toBe(200)
    expect((await annaReadonly.sendRaw(downloadReceipt, params())).statusCode).toBe(200)
  })
})

describe('a multipoint invoice', () => {
  async function gathering() {
    const { db } = portal.context
    const multipointId = await insertMultipointInvoice(db, {
      customerId: contract.customerId,
      amount_total_cents: 9138,
    })
    const gathered = { contract, multipoint_invoice_id: multipointId }
    return { multipointId, parts: [await insertInvoice(db, gathered), await insertInvoice(db, gathered)] }
  }

  test('is paid as one, together with its invoices', async () => {
    const { multipointId, parts } = await gathering()
    const item = { item_id: multipointId, related_object_type: 'multipoint_invoice' as const }
    expect(await anna.send(payItem, { body: await start('good', item) })).toMatchObject({ success: true })
    for (const part of parts) expect(await readPaymentStatus(part)).toEqual(['paid', 0, []])
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

  test('prevents its invoices from being paid separately', async () => {
    const { parts } = await gathering()
    const body = await start('good', { item_id: parts[0]! })
    await expect(anna.send(payItem, { body })).rejects.toMatchObject({ code: 'not_payable' })
  })
})

test('the list offers payment exactly for invoices that can be paid', async () => {
  const { db } = portal.context
  const statuses = ['pending_remesa', 'pending_transfer', 'paid', 'manual_verification_required', 'unpaid']
  const made = []
  for (const paid_status of statuses)
    for (const rectificative_type of ['N', 'A', 'B', 'R'])
      for (const amount_pending_cents of [0, 4569])
        made.push(await insertInvoice(db, { contract, paid_status, rectificative_type, amount_pending_cents }))
  const { items } = await anna.send(listInvoices, { query: { limit: 150 } })
  for (const id of made) {
    const shown = items.find((invoice) => invoice.id === id)!
    const answer = await anna.sendRaw(payItem, { body: await start('declined', { item_id: id }) })
    expect(shown.online_payment.payment_enabled, JSON.stringify(shown)).toBe(answer.statusCode === 200)
  }
})

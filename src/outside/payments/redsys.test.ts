import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import type { DB } from '#db/tables.ts'
import { createKysely } from '#kit/server/database.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import type { PaymentOutcome, PaymentProvider } from './payment-provider.ts'
import { parseOrderStatus } from './redsys/query-order-status.ts'
import { outcomeOfResponse } from './redsys/responses.ts'
import { createRedsysProvider } from './redsys.ts'
import { UnreadableReportError } from './report-schemas.ts'
import { publicTestAccount, type RedsysStandIn, startRedsysStandIn } from './testing/redsys-stand-in.ts'

const begin = new Date('2026-11-20T10:00:00Z')
const visit = {
  locale: 'es',
  paidAddress: 'http://portal.invalid/paid',
  unpaidAddress: 'http://portal.invalid/not',
} as const
const goodCard = { card: '4548812049400004' }
let now = begin
let database: TestDatabase
let standIn: RedsysStandIn

beforeAll(async () => {
  ;[database, standIn] = await Promise.all([openTestDatabase(), startRedsysStandIn()])
})
afterAll(() => Promise.all([database.close(), standIn.close()]))
beforeEach(() => {
  now = begin
  standIn.allowQueries(true)
})

function redsys(account = publicTestAccount): PaymentProvider {
  return createRedsysProvider({
    ...account,
    address: standIn.address,
    db: createKysely<DB>(database.pool),
    clock: () => now,
    reportAddress: `${standIn.address}/nobody`,
  })
}

async function prepared() {
  const attemptId = randomUUID()
  const order = { attemptId, customerId: 7, amountCents: 4999, methodId: 'page', description: 'FE26/1' }
  const answer = await redsys().prepare(order)
  if (answer.kind !== 'prepared') throw new Error(answer.kind)
  return { attemptId, paymentId: answer.paymentId }
}

test('gives each order a unique number of twelve characters, the first four of them digits', async () => {
  const orders = await Promise.all(Array.from({ length: 50 }, prepared))
  for (const { paymentId } of orders) expect(paymentId).toMatch(/^\d{4}[0-9A-Za-z]{8}$/)
  expect(new Set(orders.map(({ paymentId }) => paymentId)).size).toBe(50)
})

test('states in the form the amount in cents, the language and the return addresses', async () => {
  const { paymentId, attemptId } = await prepared()
  const { address, fields } = (await redsys().createForm!(paymentId, { ...visit, locale: 'gl' }))!
  expect(address).toBe(`${standIn.address}/sis/realizarPago`)
  expect(fields.Ds_SignatureVersion).toBe('HMAC_SHA256_V1')
  expect(JSON.parse(Buffer.from(fields.Ds_MerchantParameters!, 'base64').toString())).toEqual({
    DS_MERCHANT_MERCHANTCODE: '999008881',
    DS_MERCHANT_TERMINAL: '1',
    DS_MERCHANT_TRANSACTIONTYPE: '0',
    DS_MERCHANT_CURRENCY: '978',
    DS_MERCHANT_ORDER: paymentId,
    DS_MERCHANT_AMOUNT: '4999',
    DS_MERCHANT_PRODUCTDESCRIPTION: 'FE26/1',
    DS_MERCHANT_MERCHANTDATA: `7.${attemptId}`,
    DS_MERCHANT_CONSUMERLANGUAGE: '12',
    DS_MERCHANT_MERCHANTURL: `${standIn.address}/nobody`,
    DS_MERCHANT_URLOK: visit.paidAddress,
    DS_MERCHANT_URLKO: visit.unpaidAddress,
  })
})

test('sends the browser back according to the outcome of the payment', async () => {
  const paid = await prepared()
  const form = await redsys().createForm!(paid.paymentId, visit)
  expect(await standIn.visit(form!, goodCard)).toBe(visit.paidAddress)
  const given = await prepared()
  const other = await redsys().createForm!(given.paymentId, visit)
  expect(await standIn.visit(other!, 'cancel')).toBe(visit.unpaidAddress)
  const brokenOff = { kind: 'declined', error: 'payment_intent_unexpected_state' }
  expect(await redsys().lookUp(given.paymentId)).toEqual(brokenOff)
})

test('treats a refund without an answer as unknown', async () => {
  const { paymentId } = await prepared()
  const away = createRedsysProvider({
    ...publicTestAccount,
    address: 'http://127.0.0.1:1',
    db: createKysely<DB>(database.pool),
    clock: () => now,
    reportAddress: '',
  })
  expect(await away.refund({ refundId: randomUUID(), paymentId, amountCents: 1 })).toMatchObject({
    kind: 'unknown',
    problem: { failure: 'no_answer' },
  })
})

test('uses SHA-512 for payments, reports, queries and refunds of a terminal that signs with it', async () => {
  const account = { ...publicTestAccount, signature: 'HMAC_SHA512_V2' as const }
  const standIn512 = await startRedsysStandIn(account)
  const redsys512 = createRedsysProvider({
    ...account,
    ...{ address: standIn512.address, db: createKysely<DB>(database.pool), clock: () => now },
    reportAddress: `${standIn512.address}/nobody`,
  })
  const { attemptId, paymentId } = await prepared()
  const form = (await redsys512.createForm!(paymentId, visit))!
  expect(form.fields.Ds_SignatureVersion).toBe('HMAC_SHA512_V2')
  expect(await standIn512.visit(form, goodCard)).toBe(visit.paidAddress)
  const report = { ...standIn512.reports()[0]!, now }
  const { payload } = redsys512.verifyReport(report)!
  expect(redsys512.readReport(payload)).toMatchObject({ attemptId, outcome: { kind: 'succeeded' } })
  // Incoming reports are verified by their own version, whichever version is configured for sending.
  expect(redsys().verifyReport(report)).not.toBeNull()
  expect(await redsys512.lookUp(paymentId)).toMatchObject({ kind: 'succeeded', amountCents: 4999 })
  expect(await redsys512.refund({ refundId: randomUUID(), paymentId, amountCents: 999 })).toMatchObject({
    kind: 'made',
  })
  expect(standIn512.refundedCents()).toEqual([999])
  await standIn512.close()
})

describe('an error of Redsys', () => {
  async function answeringWith(status: number, body: string) {
    const server = createServer((_, response) => response.writeHead(status).end(body))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    return { address: `http://127.0.0.1:${port}`, close: () => new Promise((done) => server.close(done)) }
  }

  // The outcome of a refund, then that of a payment to be withdrawn.
  test.each<[string, number, string, string, string, string]>([
    ['an error code', 200, '{"errorCode":"SIS0042"}', 'refused', 'unknown', 'of a refund it says that none was made'],
    ['a query error', 200, '<Ds_ErrorCode>XML0015</Ds_ErrorCode>', 'unknown', 'unknown', 'it tells nothing'],
    ['an authentication failure', 401, '', 'unknown', 'unknown', 'it tells nothing of the money'],
    ['a missing page', 404, '<html>', 'unknown', 'unknown', 'it is not Redsys who says so'],
    ['too many requests', 429, '', 'unknown', 'unknown', 'it tells nothing'],
    ['a server error', 500, '{}', 'unknown', 'unknown', 'it may have been done'],
    ['an unavailable service', 503, '', 'unknown', 'unknown', 'it may have been done'],
  ])('%s (%d %s): a refund is %s, a payment %s, because %s', async (_, status, body, refund, payment) => {
    const { paymentId } = await prepared()
    const other = await answeringWith(status, body)
    const account = { ...publicTestAccount, address: other.address }
    const meeting = createRedsysProvider({
      ...account,
      db: createKysely<DB>(database.pool),
      clock: () => now,
      reportAddress: '',
    })
    const problem = { failure: expect.any(String) }
    const refunded = await meeting.refund({ refundId: randomUUID(), paymentId, amountCents: 1 })
    expect(refunded).toMatchObject({ kind: refund, problem })
    expect(await meeting.withdraw(paymentId)).toMatchObject({ kind: payment })
    expect(await meeting.lookUp(paymentId)).toMatchObject({ kind: 'requires_action' })
    await other.close()
  })
})

describe('where the bank has the query disabled', () => {
  test('keeps a payment open until the report arrives and does not withdraw it meanwhile', async () => {
    const { paymentId } = await prepared()
    await standIn.visit((await redsys().createForm!(paymentId, visit))!, goodCard)
    standIn.allowQueries(false)
    expect(await redsys().lookUp(paymentId)).toMatchObject({ kind: 'requires_action' })
    expect(await redsys().withdraw(paymentId)).toMatchObject({ kind: 'unknown', problem: { status: 500 } })
  })

  test('gives up a payment after a day without a report', async () => {
    const { paymentId } = await prepared()
    standIn.allowQueries(false)
    now = new Date(begin.getTime() + msPerDay)
    expect(await redsys().withdraw(paymentId)).toMatchObject({ kind: 'declined' })
    expect(await redsys().createForm!(paymentId, visit)).toBeNull()
  })
})

describe('a report', () => {
  async function report(card = goodCard.card) {
    const { paymentId } = await prepared()
    await standIn.visit((await redsys().createForm!(paymentId, visit))!, { card })
    return { ...standIn.reports().at(-1)!, now }
  }

  test('is accepted only with the merchant’s key, and only for the merchant and terminal', async () => {
    const received = await report()
    expect(redsys().verifyReport(received)).not.toBeNull()
    const otherKey = Buffer.alloc(24, 7).toString('base64')
    expect(redsys({ ...publicTestAccount, secretKey: otherKey }).verifyReport(received)).toBeNull()
    expect(redsys({ ...publicTestAccount, merchantCode: '1' }).verifyReport(received)).toBeNull()
    expect(redsys({ ...publicTestAccount, terminal: '2' }).verifyReport(received)).toBeNull()
  })

  test.each<[string, (fields: URLSearchParams) => void]>([
    ['another signature version', (fields) => fields.set('Ds_SignatureVersion', 'HMAC_SHA1')],
    ['a shorter signature', (fields) => fields.set('Ds_Signature', 'AAAA')],
    ['no signature', (fields) => fields.delete('Ds_Signature')],
    ['no parameters', (fields) => fields.delete('Ds_MerchantParameters')],
    ['parameters that are not JSON', (fields) => fields.set('Ds_MerchantParameters', 'bm90aGluZw==')],
    ['parameters without an order', (fields) => fields.set('Ds_MerchantParameters', 'bnVsbA==')],
  ])('with %s is rejected', async (_, change) => {
    const received = await report()
    const fields = new URLSearchParams(received.rawBody)
    change(fields)
    expect(redsys().verifyReport({ ...received, rawBody: fields.toString() })).toBeNull()
  })

  test('on something other than our payments is ignored', async () => {
    const { payload } = redsys().verifyReport(await report())!
    expect(redsys().readReport({ ...(payload as object), Ds_TransactionType: '3' })).toBeNull()
    expect(redsys().readReport({ ...(payload as object), Ds_MerchantData: 'shop' })).toBeNull()
  })

  test('states its currency', async () => {
    const { payload } = redsys().verifyReport(await report())!
    expect(redsys().readReport({ ...(payload as object), Ds_Currency: '840' })).toMatchObject({ currency: '840' })
  })

  test.each<[string, object]>([
    ['an attempt id that is not a UUID', { Ds_MerchantData: '7.x' }],
    ['a customer id out of range', { Ds_MerchantData: `9999999999999999.${randomUUID()}` }],
    ['an invalid amount', { Ds_Amount: '-1' }],
    ['an amount out of range', { Ds_Amount: '99999999999' }],
    ['an invalid response code', { Ds_Response: 'OK' }],
    ['no currency', { Ds_Currency: undefined }],
    ['a number instead of a text', { Ds_MerchantData: 7 }],
  ])('with %s cannot be parsed', async (_, change) => {
    const { payload } = redsys().verifyReport(await report())!
    expect(() => redsys().readReport({ ...(payload as object), ...change })).toThrow(UnreadableReportError)
  })
})

test.each<[string, PaymentOutcome, string]>([
  ['0000', { kind: 'succeeded', amountCents: 4999 }, 'accepted'],
  ['0099', { kind: 'succeeded', amountCents: 4999 }, 'the last of those that are accepted'],
  ['0100', { kind: 'declined', error: 'card_declined' }, 'the first that is not'],
  ['0101', { kind: 'declined', error: 'expired_card' }, 'a date that the holder can mend'],
  ['0190', { kind: 'declined', error: 'card_declined' }, 'refused without a reason'],
  ['0208', { kind: 'declined', error: 'card_declined' }, 'a thief is not told that the theft is known'],
  ['9253', { kind: 'declined', error: 'incorrect_number' }, 'the number is no number'],
  ['9915', { kind: 'declined', error: 'payment_intent_unexpected_state' }, 'cancelled by the holder'],
  ['9998', { kind: 'pending' }, 'the card is still being asked for'],
  ['0913', { kind: 'pending' }, 'the order was taken before, which its own report tells of'],
])('maps the response %s to %o: %s', (response, expected) => {
  expect(outcomeOfResponse(response, 4999)).toEqual(expected)
})

test.each(['', ' ', '-1', '1e1', '00000', 'OK'])('rejects "%s" as a response', (response) => {
  expect(() => outcomeOfResponse(response, 4999)).toThrow()
})

describe('the answer to a query', () => {
  const members = (text: string) =>
    `<Messages><Message><Response><Ds_Order>1234abcdefgh</Ds_Order>${text}</Response></Message></Messages>`
  test.each<[string, string, string]>([
    ['finished', members('<Ds_State>F</Ds_State><Ds_Response>0000</Ds_Response><Ds_Amount>1</Ds_Amount>'), 'finished'],
    ['in progress between cardholder and bank', members('<Ds_State>A</Ds_State>'), 'underway'],
    ['only requested', members('<Ds_State>S</Ds_State>'), 'nothing'],
    ['not found', '<ErrorMsg><Ds_ErrorCode>XML0024</Ds_ErrorCode></ErrorMsg>', 'nothing'],
    ['refused', '<ErrorMsg><Ds_ErrorCode>XML0015</Ds_ErrorCode></ErrorMsg>', 'unknown'],
    ['finished with an unknown result', members('<Ds_State>F</Ds_State>'), 'unknown'],
    ['another order', members('<Ds_State>F</Ds_State>').replace('1234abcdefgh', '1234abcdefgi'), 'unknown'],
    ['no XML', 'Service Unavailable', 'unknown'],
  ])('%s', (_, answer, kind) => {
    expect(parseOrderStatus(answer, '1234abcdefgh').kind).toBe(kind)
    expect(parseOrderStatus(answer.replaceAll('<', '&lt;').replaceAll('>', '&gt;'), '1234abcdefgh').kind).toBe(kind)
  })
})

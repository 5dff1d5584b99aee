import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#app/server/testing/test-database.ts'
import type { DB } from '#db/tables.ts'
import { queries } from '#kit/server/database.ts'
import type { Outcome, Payments } from './payments.ts'
import { readStanding } from './redsys/ask-standing.ts'
import { outcomeOfResponse } from './redsys/responses.ts'
import { createRedsysPayments } from './redsys.ts'
import { UnreadableReport } from './reported.ts'
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
  ;[database, standIn] = await Promise.all([testDatabase(), startRedsysStandIn()])
})
afterAll(() => Promise.all([database.close(), standIn.close()]))
beforeEach(() => {
  now = begin
  standIn.allowQueries(true)
})

function redsys(account = publicTestAccount): Payments {
  return createRedsysPayments({
    ...account,
    address: standIn.address,
    db: queries<DB>(database.pool),
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

test('an order has twelve characters, the first four of them digits, and no two have the same', async () => {
  const orders = await Promise.all(Array.from({ length: 50 }, prepared))
  for (const { paymentId } of orders) expect(paymentId).toMatch(/^\d{4}[0-9A-Za-z]{8}$/)
  expect(new Set(orders.map(({ paymentId }) => paymentId)).size).toBe(50)
})

test('the form says in cents what is paid, in which language, and where the browser comes back to', async () => {
  const { paymentId, attemptId } = await prepared()
  const { address, fields } = (await redsys().formFor!(paymentId, { ...visit, locale: 'gl' }))!
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

test('the browser is sent back to where the payment has led', async () => {
  const paid = await prepared()
  const form = await redsys().formFor!(paid.paymentId, visit)
  expect(await standIn.visit(form!, goodCard)).toBe(visit.paidAddress)
  const given = await prepared()
  const other = await redsys().formFor!(given.paymentId, visit)
  expect(await standIn.visit(other!, 'cancel')).toBe(visit.unpaidAddress)
  const brokenOff = { kind: 'declined', error: 'payment_intent_unexpected_state' }
  expect(await redsys().lookUp(given.paymentId)).toEqual(brokenOff)
})

test('a refund that gives no answer is not known to have been made', async () => {
  const { paymentId } = await prepared()
  const away = createRedsysPayments({
    ...publicTestAccount,
    address: 'http://127.0.0.1:1',
    db: queries<DB>(database.pool),
    clock: () => now,
    reportAddress: '',
  })
  expect(await away.refund({ refundId: randomUUID(), paymentId, amountCents: 1 })).toMatchObject({
    kind: 'unknown',
    problem: { failure: 'no_answer' },
  })
})

test('a terminal that signs by SHA-512 is paid, reported, asked and given back in that version', async () => {
  const account = { ...publicTestAccount, signature: 'HMAC_SHA512_V2' as const }
  const standIn512 = await startRedsysStandIn(account)
  const redsys512 = createRedsysPayments({
    ...account,
    ...{ address: standIn512.address, db: queries<DB>(database.pool), clock: () => now },
    reportAddress: `${standIn512.address}/nobody`,
  })
  const { attemptId, paymentId } = await prepared()
  const form = (await redsys512.formFor!(paymentId, visit))!
  expect(form.fields.Ds_SignatureVersion).toBe('HMAC_SHA512_V2')
  expect(await standIn512.visit(form, goodCard)).toBe(visit.paidAddress)
  const report = { ...standIn512.reports()[0]!, now }
  const { payload } = redsys512.verifyReport(report)!
  expect(redsys512.readReport(payload)).toMatchObject({ attemptId, outcome: { kind: 'succeeded' } })
  // Of what comes its own version counts, whatever is sent.
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

  // What a refund comes to, and then a payment that is to be withdrawn.
  test.each<[string, number, string, string, string, string]>([
    ['an error code', 200, '{"errorCode":"SIS0042"}', 'refused', 'unknown', 'of a refund it says that none was made'],
    ['an error of the query', 200, '<Ds_ErrorCode>XML0015</Ds_ErrorCode>', 'unknown', 'unknown', 'it tells nothing'],
    ['a log-in', 401, '', 'unknown', 'unknown', 'it tells nothing of the money'],
    ['no page', 404, '<html>', 'unknown', 'unknown', 'it is not Redsys who says so'],
    ['too much at once', 429, '', 'unknown', 'unknown', 'it tells nothing'],
    ['a fault of theirs', 500, '{}', 'unknown', 'unknown', 'it may have been done'],
    ['out of service', 503, '', 'unknown', 'unknown', 'it may have been done'],
  ])('%s (%d %s): a refund is %s, a payment %s, since %s', async (_, status, body, refund, payment) => {
    const { paymentId } = await prepared()
    const other = await answeringWith(status, body)
    const account = { ...publicTestAccount, address: other.address }
    const meeting = createRedsysPayments({
      ...account,
      db: queries<DB>(database.pool),
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

describe('where the bank has the query switched off', () => {
  test('a payment stays open until the report comes, and nobody withdraws it meanwhile', async () => {
    const { paymentId } = await prepared()
    await standIn.visit((await redsys().formFor!(paymentId, visit))!, goodCard)
    standIn.allowQueries(false)
    expect(await redsys().lookUp(paymentId)).toMatchObject({ kind: 'requires_action' })
    expect(await redsys().withdraw(paymentId)).toMatchObject({ kind: 'unknown', problem: { status: 500 } })
  })

  test('it is given up after a day without a report', async () => {
    const { paymentId } = await prepared()
    standIn.allowQueries(false)
    now = new Date(begin.getTime() + 24 * 3_600_000)
    expect(await redsys().withdraw(paymentId)).toMatchObject({ kind: 'declined' })
    expect(await redsys().formFor!(paymentId, visit)).toBeNull()
  })
})

describe('a report', () => {
  async function report(card = goodCard.card) {
    const { paymentId } = await prepared()
    await standIn.visit((await redsys().formFor!(paymentId, visit))!, { card })
    return { ...standIn.reports().at(-1)!, now }
  }

  test('is believed with the key of the merchant alone, and for the merchant and terminal alone', async () => {
    const received = await report()
    expect(redsys().verifyReport(received)).not.toBeNull()
    const otherKey = Buffer.alloc(24, 7).toString('base64')
    expect(redsys({ ...publicTestAccount, secretKey: otherKey }).verifyReport(received)).toBeNull()
    expect(redsys({ ...publicTestAccount, merchantCode: '1' }).verifyReport(received)).toBeNull()
    expect(redsys({ ...publicTestAccount, terminal: '2' }).verifyReport(received)).toBeNull()
  })

  test.each<[string, (fields: URLSearchParams) => void]>([
    ['another kind of signature', (fields) => fields.set('Ds_SignatureVersion', 'HMAC_SHA1')],
    ['a shorter signature', (fields) => fields.set('Ds_Signature', 'AAAA')],
    ['no signature', (fields) => fields.delete('Ds_Signature')],
    ['no parameters', (fields) => fields.delete('Ds_MerchantParameters')],
    ['parameters that are no JSON', (fields) => fields.set('Ds_MerchantParameters', 'bm90aGluZw==')],
    ['parameters without an order', (fields) => fields.set('Ds_MerchantParameters', 'bnVsbA==')],
  ])('with %s is nobody’s', async (_, change) => {
    const received = await report()
    const fields = new URLSearchParams(received.rawBody)
    change(fields)
    expect(redsys().verifyReport({ ...received, rawBody: fields.toString() })).toBeNull()
  })

  test('on something else than a payment of ours is none of ours', async () => {
    const { payload } = redsys().verifyReport(await report())!
    expect(redsys().readReport({ ...(payload as object), Ds_TransactionType: '3' })).toBeNull()
    expect(redsys().readReport({ ...(payload as object), Ds_MerchantData: 'shop' })).toBeNull()
  })

  test('tells in which currency it is', async () => {
    const { payload } = redsys().verifyReport(await report())!
    expect(redsys().readReport({ ...(payload as object), Ds_Currency: '840' })).toMatchObject({ currency: '840' })
  })

  test.each<[string, object]>([
    ['an attempt that is no UUID', { Ds_MerchantData: '7.x' }],
    ['a holder beyond all numbers', { Ds_MerchantData: `99999999999.${randomUUID()}` }],
    ['an amount that is none', { Ds_Amount: '-1' }],
    ['an amount beyond all numbers', { Ds_Amount: '99999999999' }],
    ['a response that is none', { Ds_Response: 'OK' }],
    ['no currency', { Ds_Currency: undefined }],
    ['a number where a text is', { Ds_MerchantData: 7 }],
  ])('with %s cannot be read', async (_, change) => {
    const { payload } = redsys().verifyReport(await report())!
    expect(() => redsys().readReport({ ...(payload as object), ...change })).toThrow(UnreadableReport)
  })
})

test.each<[string, Outcome, string]>([
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
])('the response %s is %o: %s', (response, expected) => {
  expect(outcomeOfResponse(response, 4999)).toEqual(expected)
})

test.each(['', ' ', '-1', '1e1', '00000', 'OK'])('"%s" is no response', (response) => {
  expect(() => outcomeOfResponse(response, 4999)).toThrow()
})

describe('the answer to a query', () => {
  const members = (text: string) =>
    `<Messages><Message><Response><Ds_Order>1234abcdefgh</Ds_Order>${text}</Response></Message></Messages>`
  test.each<[string, string, string]>([
    ['finished', members('<Ds_State>F</Ds_State><Ds_Response>0000</Ds_Response><Ds_Amount>1</Ds_Amount>'), 'finished'],
    ['between holder and bank', members('<Ds_State>A</Ds_State>'), 'underway'],
    ['only asked for', members('<Ds_State>S</Ds_State>'), 'nothing'],
    ['not there', '<ErrorMsg><Ds_ErrorCode>XML0024</Ds_ErrorCode></ErrorMsg>', 'nothing'],
    ['refused', '<ErrorMsg><Ds_ErrorCode>XML0015</Ds_ErrorCode></ErrorMsg>', 'unknown'],
    ['finished in no known way', members('<Ds_State>F</Ds_State>'), 'unknown'],
    ['another order', members('<Ds_State>F</Ds_State>').replace('1234abcdefgh', '1234abcdefgi'), 'unknown'],
    ['no XML', 'Service Unavailable', 'unknown'],
  ])('%s', (_, answer, kind) => {
    expect(readStanding(answer, '1234abcdefgh').kind).toBe(kind)
    expect(readStanding(answer.replaceAll('<', '&lt;').replaceAll('>', '&gt;'), '1234abcdefgh').kind).toBe(kind)
  })
})

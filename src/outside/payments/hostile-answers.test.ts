import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRefundAnswer } from './redsys/parse-reports.ts'
import { parseOrderStatus } from './redsys/query-order-status.ts'
import { parseIntent, parseListedIntent, parseRefund } from './stripe/parse-answers.ts'
import { createStripeProvider } from './stripe.ts'

let body: string
const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(body))
let stripe: ReturnType<typeof createStripeProvider>

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const apiAddress = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stripe = createStripeProvider({ secretKey: 'sk_1', publishableKey: 'pk_1', webhookSecret: 'whsec_1', apiAddress })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const intent = { id: 'pi_1', status: 'succeeded', amount_received: 4569, client_secret: 'pi_1_secret_1' }

describe('a payment in an answer of Stripe', () => {
  test.each([
    ['a fractional amount', '{"id":"pi_1","status":"succeeded","amount_received":45.69}'],
    ['an amount as text', '{"id":"pi_1","status":"succeeded","amount_received":"4569"}'],
    ['an amount out of range', '{"id":"pi_1","status":"succeeded","amount_received":1e21}'],
    ['a negative amount', '{"id":"pi_1","status":"succeeded","amount_received":-1}'],
    ['a state as list', '{"id":"pi_1","status":["succeeded"],"amount_received":1}'],
    ['no id', '{"status":"succeeded","amount_received":1}'],
    ['an id with markup', '{"id":"<script>","status":"succeeded","amount_received":1}'],
    ['members only on its prototype', '{"__proto__":{"id":"pi_1","status":"succeeded","amount_received":1}}'],
    ['a client secret with markup', '{"id":"pi_1","status":"requires_action","client_secret":"<img src=x>"}'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['invalid JSON', '{'],
  ])('with %s has an unknown outcome', async (_, answer) => {
    body = answer
    expect(await stripe.lookUp('pi_1')).toMatchObject({ kind: 'unknown' })
    expect(await stripe.confirm({ paymentId: 'pi_1', attemptId: 'a' } as never)).toMatchObject({ kind: 'unknown' })
    const paymentOrder = { attemptId: 'a', customerId: 1, amountCents: 1, methodId: 'pm_1', description: '' }
    // Nothing has moved for a payment that is only prepared.
    const prepared = await stripe.prepare(paymentOrder as never)
    expect(['unavailable', 'prepared']).toContain(prepared.kind)
  })

  test('keeps only its known members', () => {
    const read = parseIntent({ ...intent, note: 'x', payment_method: { id: 'pm_1', card: { last4: '4242', evil: 1 } } })
    expect(read).toEqual({ ...intent, payment_method: { id: 'pm_1', card: { last4: '4242' } } })
    expect(({} as { evil?: unknown }).evil).toBeUndefined()
  })

  test.each([
    ['last card digits that are a name', { ...intent, payment_method: { card: { last4: 'Anna' } } }],
    ['a decline code as object', { ...intent, last_payment_error: { code: {} } }],
  ])('is rejected with %s', (_, answer) => {
    expect(() => parseIntent(answer)).toThrow('unreadable answer')
  })
})

test.each([
  ['no id', { status: 'succeeded' }],
  ['a state as number', { id: 're_1', status: 1 }],
  ['nothing', null],
])('rejects a refund answer of Stripe with %s', (_, answer) => {
  expect(() => parseRefund(answer)).toThrow('unreadable answer')
})

describe('a payment in a list of Stripe', () => {
  const listed = {
    id: 'pi_1',
    status: 'succeeded',
    metadata: {},
    amount_received: 1,
    currency: 'eur',
    created: 1_760_000_000,
  }

  test('keeps only its known members', () => {
    expect(parseListedIntent({ ...listed, receipt_email: 'anna@example.test', metadata: { other: 'x' } })).toEqual(
      listed,
    )
  })

  test.each([
    ['a time out of range', { ...listed, created: 1e18 }],
    ['an invalid currency', { ...listed, currency: 'EURO' }],
    ['too long a description', { ...listed, description: 'x'.repeat(1_001) }],
    ['metadata as text', { ...listed, metadata: 'attempt_id' }],
  ])('is rejected with %s', (_, answer) => {
    expect(() => parseListedIntent(answer)).toThrow('unreadable answer')
  })
})

describe('the status of an order at Redsys', () => {
  const buildOrderXml = (members: Record<string, string>) =>
    Object.entries({ Ds_Order: '1234ABCD', Ds_State: 'F', Ds_Response: '0000', Ds_Amount: '4569', ...members })
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join('')

  test('is parsed', () => {
    expect(parseOrderStatus(buildOrderXml({}), '1234ABCD')).toEqual({
      kind: 'finished',
      response: '0000',
      amountCents: 4569,
    })
  })

  test.each([
    ['an amount with too many digits', buildOrderXml({ Ds_Amount: '9'.repeat(30) })],
    ['an invalid amount', buildOrderXml({ Ds_Amount: '1e3' })],
    ['an invalid response code', buildOrderXml({ Ds_Response: 'OK' })],
    ['a response code with too many digits', buildOrderXml({ Ds_Response: '00000' })],
    ['another order', buildOrderXml({ Ds_Order: '9999ABCD' })],
    ['no XML', 'x'],
    ['nothing', ''],
  ])('is unknown in an answer with %s', (_, answer) => {
    expect(parseOrderStatus(answer, '1234ABCD').kind).toBe('unknown')
  })
})

test.each([
  ['a response code as number', { Ds_Response: 900 }],
  ['a response code with extra text', { Ds_Response: '900 OK' }],
  ['no response code', {}],
  ['an authorisation code with markup', { Ds_Response: '0900', Ds_AuthorisationCode: '<b>' }],
  ['nothing', null],
])('rejects a refund answer of Redsys with %s', (_, answer) => {
  expect(() => parseRefundAnswer(answer)).toThrow()
  expect(parseRefundAnswer({ Ds_Response: '0900', Ds_Card_Number: '4548' })).toEqual({ Ds_Response: '0900' })
})

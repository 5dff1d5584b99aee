import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStanding } from './redsys/ask-standing.ts'
import { readRefundAnswer } from './redsys/reports.ts'
import { readIntent, readListed, readRefund } from './stripe/answers.ts'
import { createStripePayments } from './stripe.ts'

let body: string
const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(body))
let stripe: ReturnType<typeof createStripePayments>

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const apiAddress = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stripe = createStripePayments({ secretKey: 'sk_1', publishableKey: 'pk_1', webhookSecret: 'whsec_1', apiAddress })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const intent = { id: 'pi_1', status: 'succeeded', amount_received: 4569, client_secret: 'pi_1_secret_1' }

describe('a payment that Stripe answers with', () => {
  test.each([
    ['an amount that is no whole number', '{"id":"pi_1","status":"succeeded","amount_received":45.69}'],
    ['an amount that is a text', '{"id":"pi_1","status":"succeeded","amount_received":"4569"}'],
    ['an amount beyond all money', '{"id":"pi_1","status":"succeeded","amount_received":1e21}'],
    ['an amount below nothing', '{"id":"pi_1","status":"succeeded","amount_received":-1}'],
    ['a state that is a list', '{"id":"pi_1","status":["succeeded"],"amount_received":1}'],
    ['no id', '{"status":"succeeded","amount_received":1}'],
    ['an id that is markup', '{"id":"<script>","status":"succeeded","amount_received":1}'],
    ['members by its prototype alone', '{"__proto__":{"id":"pi_1","status":"succeeded","amount_received":1}}'],
    [
      'a secret for the browser that is markup',
      '{"id":"pi_1","status":"requires_action","client_secret":"<img src=x>"}',
    ],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['text that is none', '{'],
  ])('with %s leaves open what became of it', async (_, answer) => {
    body = answer
    expect(await stripe.lookUp('pi_1')).toMatchObject({ kind: 'unknown' })
    expect(await stripe.confirm({ paymentId: 'pi_1', attemptId: 'a' } as never)).toMatchObject({ kind: 'unknown' })
    const asked = { attemptId: 'a', customerId: 1, amountCents: 1, methodId: 'pm_1', description: '' }
    // What is only made known has not moved.
    const prepared = await stripe.prepare(asked as never)
    expect(['unavailable', 'prepared']).toContain(prepared.kind)
  })

  test('goes on without whatever else it says', () => {
    const read = readIntent({ ...intent, note: 'x', payment_method: { id: 'pm_1', card: { last4: '4242', evil: 1 } } })
    expect(read).toEqual({ ...intent, payment_method: { id: 'pm_1', card: { last4: '4242' } } })
    expect(({} as { evil?: unknown }).evil).toBeUndefined()
  })

  test.each([
    ['a last number of a card that is a name', { ...intent, payment_method: { card: { last4: 'Anna' } } }],
    ['a decline that is an object', { ...intent, last_payment_error: { code: {} } }],
  ])('is refused with %s', (_, answer) => {
    expect(() => readIntent(answer)).toThrow('unreadable answer')
  })
})

test.each([
  ['no id', { status: 'succeeded' }],
  ['a state that is a number', { id: 're_1', status: 1 }],
  ['nothing', null],
])('a refund that Stripe answers with %s is refused', (_, answer) => {
  expect(() => readRefund(answer)).toThrow('unreadable answer')
})

describe('a payment of a list of Stripe', () => {
  const listed = {
    id: 'pi_1',
    status: 'succeeded',
    metadata: {},
    amount_received: 1,
    currency: 'eur',
    created: 1_760_000_000,
  }

  test('goes on without whatever else it says', () => {
    expect(readListed({ ...listed, receipt_email: 'anna@example.test', metadata: { other: 'x' } })).toEqual(listed)
  })

  test.each([
    ['a time beyond all times', { ...listed, created: 1e18 }],
    ['a currency that is none', { ...listed, currency: 'EURO' }],
    ['an endless description', { ...listed, description: 'x'.repeat(1_001) }],
    ['what belongs to it as a text', { ...listed, metadata: 'attempt_id' }],
  ])('is refused with %s', (_, answer) => {
    expect(() => readListed(answer)).toThrow('unreadable answer')
  })
})

describe('how an order stands at Redsys', () => {
  const told = (members: Record<string, string>) =>
    Object.entries({ Ds_Order: '1234ABCD', Ds_State: 'F', Ds_Response: '0000', Ds_Amount: '4569', ...members })
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join('')

  test('is read', () => {
    expect(readStanding(told({}), '1234ABCD')).toEqual({ kind: 'finished', response: '0000', amountCents: 4569 })
  })

  test.each([
    ['an amount of too many digits', told({ Ds_Amount: '9'.repeat(30) })],
    ['an amount that is none', told({ Ds_Amount: '1e3' })],
    ['a response that is none', told({ Ds_Response: 'OK' })],
    ['a response of too many digits', told({ Ds_Response: '00000' })],
    ['another order', told({ Ds_Order: '9999ABCD' })],
    ['no XML', 'x'],
    ['nothing', ''],
  ])('is not known by an answer with %s', (_, answer) => {
    expect(readStanding(answer, '1234ABCD').kind).toBe('unknown')
  })
})

test.each([
  ['a response that is a number', { Ds_Response: 900 }],
  ['a response that says more', { Ds_Response: '900 OK' }],
  ['no response', {}],
  ['a mark that is markup', { Ds_Response: '0900', Ds_AuthorisationCode: '<b>' }],
  ['nothing', null],
])('a refund that Redsys answers with %s is refused', (_, answer) => {
  expect(() => readRefundAnswer(answer)).toThrow()
  expect(readRefundAnswer({ Ds_Response: '0900', Ds_Card_Number: '4548' })).toEqual({ Ds_Response: '0900' })
})

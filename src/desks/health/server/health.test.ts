import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHealth } from '#app/server/outside-health.ts'
import { aCustomer, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { anOperator } from '#desks/operators/server/testing.ts'
import { auditOf } from '#domains/session/server/testing.ts'
import { type FailureKind, outsideAsked } from '#outside/asked.ts'
import { type StripeStandIn, startStripeStandIn } from '#outside/payments/testing/stripe-stand-in.ts'
import { listHealth, probeSystem } from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const log = { error() {} }
let stripe: StripeStandIn
let portal: TestPortal
let operator: Visitor
let operatorId: number

beforeAll(async () => {
  stripe = await startStripeStandIn({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', now: () => noon })
  portal = await testPortal({
    environment: {
      ...stripe.environment,
      MAIL_URL: `smtp://127.0.0.1:${await freePort()}`,
      MAIL_FROM: 'energia@example.test',
    },
    now: noon,
  })
  const made = await anOperator(portal)
  operator = made.visitor
  operatorId = made.userId
})
afterAll(() => Promise.all([portal.close(), stripe.close()]))

/** A port at which nobody listens. */
function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}

const systemOf = async (system: string) =>
  (await operator.send(listHealth, {})).items.find((item) => item.system === system)
const probe = (system: string) => operator.ask(probeSystem, { params: { system } })

/** What a program hears, and tells the others. */
async function heard(system: string, ...failures: (FailureKind | null)[]) {
  const health = startHealth({ ...portal.context, log })
  for (const failure of failures) outsideAsked.tell({ system, failure })
  await health.stop()
}

describe('a system', () => {
  test('that nobody has asked yet, that is part of the portal, or that is not set up, stands as that', async () => {
    const stands = async (system: string) => (await systemOf(system))?.state
    expect(await stands('stripe')).toBe('unasked')
    expect(await stands('database')).toBe('working')
    expect(await stands('signature')).toBe('own')
    expect(await stands('identity')).toBe('off')
  })

  test('stands as it answered last, on whichever program', async () => {
    await heard('stripe', null)
    expect(await systemOf('stripe')).toMatchObject({ state: 'working', answered_at: noon.toISOString(), failure: null })
    portal.setClock(new Date(noon.getTime() + 60_000))
    await heard('stripe', 'no_answer', 'unreachable')
    portal.setClock(new Date(noon.getTime() + 120_000))
    await heard('stripe', 'unreachable')
    expect(await systemOf('stripe')).toMatchObject({
      state: 'failing',
      failure: 'unreachable',
      failing_since: '2026-11-20T11:01:00.000Z',
      answered_at: noon.toISOString(),
    })
    await heard('stripe', 'no_answer', null)
    expect(await systemOf('stripe')).toMatchObject({ state: 'working', failing_since: null, failure: 'no_answer' })
    portal.setClock(noon)
  })

  test('is heard of when customers use it', async () => {
    const health = startHealth({ ...portal.context, log })
    stripe.failNext({ status: 503, body: { error: { type: 'api_error' } } })
    await portal.context.payments
      .get('stripe')!
      .lookUp('pi_1')
      .catch(() => {})
    await health.stop()
    expect(await systemOf('stripe')).toMatchObject({ state: 'failing', failure: 'no_answer' })
  })
})

describe('a probe', () => {
  test('tells that a system answers, and is recorded', async () => {
    expect((await probe('stripe')).json()).toMatchObject({ state: 'working', failing_since: null })
    expect(await auditOf(portal, operatorId)).toContainEqual(['system_probed', { failure: null }])
  })

  test('tells of which kind its failure is', async () => {
    expect((await probe('mail')).json()).toMatchObject({ state: 'failing', failure: 'unreachable' })
    stripe.failNext({ status: 401, body: { error: { type: 'invalid_request_error' } } })
    expect((await probe('stripe')).json()).toMatchObject({ state: 'failing', failure: 'access' })
  })

  test('is made of what can be asked without harm only', async () => {
    const refused = await probe('signature')
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'no_probe'])
    expect((await probe('weather')).statusCode).toBe(404)
  })
})

test('prices are late when nobody has brought any for days', async () => {
  const { db } = portal.context
  expect((await systemOf('prices'))?.state).toBe('off')
  const days = { delivery_from: '2027-01-01', delivery_until: '2027-12-31', last_trading_day: '2026-12-28' }
  const product = db.insertInto('futures_product').values({ name: 'FTB YR-27', instrument: 'YR', ...days })
  const { product_id } = await product.returning('product_id').executeTakeFirstOrThrow()
  await db.insertInto('futures_price').values({ product_id, day: '2026-11-10', price: '60' }).execute()
  expect(await systemOf('prices')).toMatchObject({ state: 'late', last_day: '2026-11-10' })
})

test('customers see none of it', async () => {
  const { db } = portal.context
  const customer = await portal.as(await aUser(db, { customerIds: [await aCustomer(db)] }))
  const asked = [customer.ask(listHealth, {}), customer.ask(probeSystem, { params: { system: 'mail' } })]
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([401, 401])
})

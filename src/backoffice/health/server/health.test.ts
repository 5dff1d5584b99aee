import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOutboundHealth } from '#app/server/process/outbound-health.ts'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { type FailureKind, outboundCallFinished } from '#outside/outbound-call.ts'
import { type StripeStandIn, startStripeStandIn } from '#outside/payments/testing/stripe-stand-in.ts'
import { listHealth, probeSystem } from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const log = { error() {} }
let stripe: StripeStandIn
let portal: TestPortal
let operator: TestVisitor
let operatorId: number

beforeAll(async () => {
  stripe = await startStripeStandIn({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', now: () => noon })
  portal = await startTestPortal({
    environment: {
      ...stripe.environment,
      MAIL_URL: `smtp://127.0.0.1:${await freePort()}`,
      MAIL_FROM: 'energia@example.test',
    },
    now: noon,
  })
  const made = await createTestOperator(portal)
  operator = made.visitor
  operatorId = made.userId
})
afterAll(() => Promise.all([portal.close(), stripe.close()]))

/** Returns a port on which nothing listens. */
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
const probe = (system: string) => operator.sendRaw(probeSystem, { params: { system } })

/** Reports calls to a system as observed by one process. */
async function reportCalls(system: string, ...failures: (FailureKind | null)[]) {
  const health = startOutboundHealth({ ...portal.context, log })
  for (const failure of failures) outboundCallFinished.publish({ system, failure })
  await health.stop()
}

describe('a system', () => {
  test('without calls, within the portal or not configured has its own state', async () => {
    const stateOf = async (system: string) => (await systemOf(system))?.state
    expect(await stateOf('stripe')).toBe('unasked')
    expect(await stateOf('database')).toBe('working')
    expect(await stateOf('signature')).toBe('own')
    expect(await stateOf('identity')).toBe('off')
  })

  test('has the state of the last call by any process', async () => {
    await reportCalls('stripe', null)
    expect(await systemOf('stripe')).toMatchObject({ state: 'working', answered_at: noon.toISOString(), failure: null })
    portal.setClock(new Date(noon.getTime() + 60_000))
    await reportCalls('stripe', 'no_answer', 'unreachable')
    portal.setClock(new Date(noon.getTime() + 120_000))
    await reportCalls('stripe', 'unreachable')
    expect(await systemOf('stripe')).toMatchObject({
      state: 'failing',
      failure: 'unreachable',
      failing_since: '2026-11-20T11:01:00.000Z',
      answered_at: noon.toISOString(),
    })
    await reportCalls('stripe', 'no_answer', null)
    expect(await systemOf('stripe')).toMatchObject({ state: 'working', failing_since: null, failure: 'no_answer' })
    portal.setClock(noon)
  })

  test('is observed when customers use it', async () => {
    const health = startOutboundHealth({ ...portal.context, log })
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
  test('reports that a system responds, and is recorded', async () => {
    expect((await probe('stripe')).json()).toMatchObject({ state: 'working', failing_since: null })
    expect(await auditOf(portal, operatorId)).toContainEqual(['system_probed', { failure: null }])
  })

  test('reports the kind of failure', async () => {
    expect((await probe('mail')).json()).toMatchObject({ state: 'failing', failure: 'unreachable' })
    stripe.failNext({ status: 401, body: { error: { type: 'invalid_request_error' } } })
    expect((await probe('stripe')).json()).toMatchObject({ state: 'failing', failure: 'access' })
  })

  test('is refused for a system without a safe probe', async () => {
    const refused = await probe('signature')
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'no_probe'])
    expect((await probe('weather')).statusCode).toBe(404)
  })
})

test('prices are late after days without an import', async () => {
  const { db } = portal.context
  expect((await systemOf('prices'))?.state).toBe('off')
  const days = { delivery_from: '2027-01-01', delivery_until: '2027-12-31', last_trading_day: '2026-12-28' }
  const product = db.insertInto('futures_product').values({ name: 'FTB YR-27', instrument: 'YR', ...days })
  const { product_id } = await product.returning('product_id').executeTakeFirstOrThrow()
  await db.insertInto('futures_price').values({ product_id, day: '2026-11-10', price: '60' }).execute()
  expect(await systemOf('prices')).toMatchObject({ state: 'late', last_day: '2026-11-10' })
})

test('customers have no access', async () => {
  const { db } = portal.context
  const customer = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
  const replies = [customer.sendRaw(listHealth, {}), customer.sendRaw(probeSystem, { params: { system: 'mail' } })]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401])
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { maxEndpoints } from '../../rules.ts'
import { claimDueDeliveries, markFailed } from '../../server/delivery-store.ts'
import { deactivateEndpoint } from '../../server/endpoint-store.ts'
import { queueEvent } from '../../server/queue-event.ts'
import {
  addEndpoint,
  changeEndpoint,
  listDeliveries,
  listEndpoints,
  readDelivery,
  readEndpoint,
  redeliverDelivery,
  redeliverSince,
  removeEndpoint,
  rotateEndpointSecret,
  switchEndpoint,
  testEndpoint,
} from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const url = 'https://erp.example.com/webhooks?tenant=3'
const given = { url, description: 'ERP', event_types: null }
let portal: TestPortal
let operator: TestVisitor
let operatorId: number
let customerId: number

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
  const made = await createTestOperator(portal)
  operator = made.visitor
  operatorId = made.userId
  customerId = await insertCustomer(portal.context.db)
})
afterEach(async () => {
  await portal.context.db.deleteFrom('webhook_endpoint').execute()
})
afterAll(() => portal.close())

const params = (id: number | string) => ({ params: { id: String(id) } })
const add = (body: object = {}) => operator.send(addEndpoint, { body: { ...given, ...body } as never })
const read = (id: number) => operator.send(readEndpoint, params(id))
const list = async (query: object = {}) => (await operator.send(listDeliveries, { query: query as never })).items
const turnOff = (id: number) => operator.sendRaw(switchEndpoint, { ...params(id), body: { on: false } })

function queueRequestEvent(kind = 'power') {
  const data = { request_id: 1, kind, state: 'requested', customer_id: customerId, contract_id: 5 }
  return queueEvent(portal.context.db, { type: 'request.made', data }, portal.context.clock())
}

/** Fails all due deliveries of an endpoint. */
async function fail(endpointId: number) {
  const { db } = portal.context
  for (const delivery of await claimDueDeliveries(db, { endpointId, limit: 10, now: noon }))
    await markFailed(db, {
      ...{ ...delivery, durationMs: 120, now: noon },
      outcome: { kind: 'replied', code: 500, cut: 'no room' },
    })
}

describe('an endpoint', () => {
  test('is added with a secret shown once, edited and deleted, each recorded', async () => {
    const { id, secret } = await add()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await read(id)).toEqual({
      id,
      ...given,
      ...{ off: null, waiting: 0, failed: 0, last_delivered_at: null, both_secrets_until: null, version: 0 },
      created_at: noon.toISOString(),
    })
    const body = { url, description: '', event_types: ['case.opened' as const], version: 0 }
    expect((await operator.sendRaw(changeEndpoint, { ...params(id), body })).statusCode).toBe(204)
    const { items } = await operator.send(listEndpoints, {})
    expect(items).toMatchObject([{ id, description: '', event_types: ['case.opened'], version: 1 }])
    expect(JSON.stringify(items)).not.toContain('whsec')
    const late = await operator.sendRaw(changeEndpoint, { ...params(id), body })
    expect([late.statusCode, late.json().message]).toEqual([409, 'endpoint_changed'])
    expect((await operator.sendRaw(removeEndpoint, params(id))).statusCode).toBe(204)
    expect((await operator.sendRaw(readEndpoint, params(id))).statusCode).toBe(404)
    const audit = await auditOf(portal, operatorId)
    // URL paths may be secrets and are not recorded.
    expect(audit).toContainEqual(['webhook_endpoint_added', { host: 'erp.example.com', eventTypes: null }])
    expect(audit).toContainEqual(['webhook_endpoint_changed', { host: 'erp.example.com', eventTypes: ['case.opened'] }])
    expect(audit).toContainEqual(['webhook_endpoint_removed'])
  })

  test.each([
    ['with an invalid URL', { url: 'erp' }, 'url'],
    ['without TLS', { url: 'http://erp.example.com/' }, 'url'],
    ['on this machine', { url: 'https://127.0.0.1/' }, 'url'],
    ['with a hostname of private networks', { url: 'https://erp.internal/' }, 'url'],
    ['in a private network', { url: 'https://[fd00::1]/' }, 'url'],
    ['with a password in its URL', { url: 'https://a:b@erp.example.com/' }, 'url'],
    ['without event types', { event_types: [] }, 'event_types'],
    ['with an unknown event type', { event_types: ['case.lost'] }, 'event_types.0'],
    ['with too long a description', { description: 'x'.repeat(121) }, 'description'],
  ])('%s is refused', async (_, wrong, field) => {
    const refused = await operator.sendRaw(addEndpoint, { body: { ...given, ...wrong } as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
    const { id } = await add()
    const changed = await operator.sendRaw(changeEndpoint, {
      ...params(id),
      body: { ...given, ...wrong, version: 0 } as never,
    })
    expect(changed.statusCode).toBe(400)
  })

  test('is refused beyond the maximum number', async () => {
    for (let number = 0; number < maxEndpoints; number++) await add()
    const refused = await operator.sendRaw(addEndpoint, { body: given })
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'too_many_endpoints'])
  })

  test('gets a new secret, and for a day both sign', async () => {
    const { id, secret } = await add()
    const rotated = await operator.send(rotateEndpointSecret, params(id))
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(secret)
    expect(rotated.both_secrets_until).toBe('2026-11-21T11:00:00.000Z')
    expect((await read(id)).both_secrets_until).toBe('2026-11-21T11:00:00.000Z')
    expect(await auditOf(portal, operatorId)).toContainEqual(['webhook_secret_rotated'])
  })

  test('is switched off, holds events, and is switched on', async () => {
    const { id } = await add()
    await queueRequestEvent()
    expect((await turnOff(id)).statusCode).toBe(204)
    await queueRequestEvent()
    expect(await read(id)).toMatchObject({ off: { at: noon.toISOString(), reason: 'operator' }, waiting: 0, failed: 2 })
    expect((await turnOff(id)).statusCode).toBe(204)
    await operator.send(switchEndpoint, { ...params(id), body: { on: true } })
    expect(await read(id)).toMatchObject({ off: null, failed: 2 })
    const audit = (await auditOf(portal, operatorId)).filter(([action]) =>
      String(action).startsWith('webhook_endpoint_switched'),
    )
    expect(audit.slice(-2)).toEqual([
      ['webhook_endpoint_switched_off', { off: 'operator' }],
      ['webhook_endpoint_switched_on', { off: null }],
    ])
  })

  test('is tested with an empty event, unless it is off', async () => {
    const { id } = await add({ event_types: ['lead.made'] })
    const { delivery_id } = await operator.send(testEndpoint, params(id))
    const delivery = await operator.send(readDelivery, params(delivery_id))
    expect(delivery).toMatchObject({ type: 'endpoint.test', state: 'waiting', endpoint: { id, url } })
    expect(JSON.parse(delivery.body)).toEqual({ type: 'endpoint.test', timestamp: noon.toISOString(), data: {} })
    await turnOff(id)
    const refused = await operator.sendRaw(testEndpoint, params(id))
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'endpoint_off'])
  })
})

describe('deliveries', () => {
  test('are filtered by event, customer, endpoint and state, page by page', async () => {
    const { id } = await add()
    const { id: other } = await add({ event_types: ['request.made'] })
    await queueRequestEvent()
    await queueRequestEvent('iban')
    await fail(id)
    expect(await list({})).toHaveLength(4)
    expect(await list({ endpoint: id })).toHaveLength(2)
    expect((await list({ state: 'failed' })).map(({ endpoint }) => endpoint.id)).toEqual([id, id])
    expect((await list({ state: 'waiting' })).map(({ endpoint }) => endpoint.id)).toEqual([other, other])
    expect(await list({ q: 'request.' })).toHaveLength(4)
    expect(await list({ q: 'case' })).toEqual([])
    expect(await list({ q: String(customerId) })).toHaveLength(4)
    expect(await list({ q: String(customerId + 1) })).toEqual([])
    const [first] = await list({ limit: 1 })
    expect(await list({ q: first!.event_id })).toHaveLength(2)
    expect(await list({ q: "'; %" })).toEqual([])
    expect(await list({ offset: 3 })).toHaveLength(1)
    expect((await operator.send(listDeliveries, { query: { limit: 1 } as never })).total).toBe(4)
  })

  test.each([
    ['state', { state: 'lost' }],
    ['endpoint', { endpoint: 'x' }],
    ['limit', { limit: 1000 }],
  ])('refuse an invalid %s', async (field, query) => {
    const refused = await operator.sendRaw(listDeliveries, { query: query as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })

  test('show the replies and can be sent again', async () => {
    const { id } = await add()
    await queueRequestEvent()
    await fail(id)
    const [failed] = await list()
    expect(failed).toMatchObject({ state: 'given_up', tries: 1, reply_code: 500, next_try_at: null })
    const at = new Date(noon.getTime() - 120).toISOString()
    const first = { at, duration_ms: 120, reply_code: 500, reply_cut: 'no room', failure: null }
    expect((await operator.send(readDelivery, params(failed!.id))).history).toMatchObject([first])
    expect((await operator.sendRaw(redeliverDelivery, params(failed!.id))).statusCode).toBe(204)
    expect(await list()).toMatchObject([{ state: 'waiting', tries: 0, next_try_at: noon.toISOString() }])
    await fail(id)
    expect((await operator.send(readDelivery, params(failed!.id))).history).toMatchObject([first, first])
    const after = { event: failed!.event_id }
    expect(await auditOf(portal, operatorId)).toContainEqual(['webhooks_redelivered', after])
  })

  test('that failed in recent days are all sent again', async () => {
    const { id } = await add()
    portal.setClock(new Date(noon.getTime() - 5 * msPerDay))
    await queueRequestEvent()
    portal.setClock(noon)
    await queueRequestEvent()
    await fail(id)
    expect(await operator.send(redeliverSince, { ...params(id), body: { days: 3 } })).toEqual({ count: 1 })
    expect(await operator.send(redeliverSince, { ...params(id), body: { days: 30 } })).toEqual({ count: 1 })
    expect(await read(id)).toMatchObject({ waiting: 2, failed: 0 })
    const wrong = await operator.sendRaw(redeliverSince, { ...params(id), body: { days: 31 } })
    expect(wrong.statusCode).toBe(400)
  })

  test('of an endpoint that is off wait until it is on', async () => {
    const { id } = await add()
    await queueRequestEvent()
    await deactivateEndpoint(portal.context.db, { endpointId: id, reason: 'failing', now: noon })
    const [held] = await list()
    const replies = [
      operator.sendRaw(redeliverDelivery, params(held!.id)),
      operator.sendRaw(redeliverSince, { ...params(id), body: { days: 3 } }),
    ]
    for (const refused of await Promise.all(replies))
      expect([refused.statusCode, refused.json().message]).toEqual([409, 'endpoint_off'])
  })
})

test.each(['0', 'x', '999999999', '99999999999999999999'])('returns 404 for %s', async (id) => {
  const replies = [
    operator.sendRaw(readEndpoint, params(id)),
    operator.sendRaw(testEndpoint, params(id)),
    operator.sendRaw(readDelivery, params(id)),
    operator.sendRaw(redeliverDelivery, params(id)),
  ]
  for (const { statusCode } of await Promise.all(replies)) expect(statusCode).toBe(404)
})

test('other users have no access', async () => {
  const { id } = await add()
  const customer = await portal.as(await insertUser(portal.context.db, { customerIds: [customerId] }))
  for (const visitor of [portal.anonymous, customer]) {
    const replies = [
      visitor.sendRaw(listEndpoints, {}),
      visitor.sendRaw(listDeliveries, { query: {} as never }),
      visitor.sendRaw(removeEndpoint, params(id)),
      visitor.sendRaw(addEndpoint, { body: given }),
    ]
    for (const { statusCode } of await Promise.all(replies)) expect(statusCode).toBe(401)
  }
})

test('changes require recent authentication', async () => {
  const { id } = await add()
  portal.setClock(new Date(noon.getTime() + 20 * 60_000))
  const replies = [
    operator.sendRaw(addEndpoint, { body: given }),
    operator.sendRaw(changeEndpoint, { ...params(id), body: { ...given, version: 0 } }),
    operator.sendRaw(rotateEndpointSecret, params(id)),
    turnOff(id),
    operator.sendRaw(removeEndpoint, params(id)),
  ]
  const refused = await Promise.all(replies)
  portal.setClock(noon)
  for (const { statusCode } of refused) expect(statusCode).toBe(403)
})

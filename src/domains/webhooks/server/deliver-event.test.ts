import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { createQueueRunner, workOnDue } from '#kit/server/queue-runner.ts'
import { msPerDay, msPerHour } from '#vocabulary/durations.ts'
import type { EventType } from '../rules.ts'
import { type DeliverDeps, webhookTried } from './deliver-event.ts'
import { requeueDelivery, requeueFailedDeliveries } from './delivery-store.ts'
import { activateEndpoint, deactivateEndpoint, insertEndpoint, queueTestEvent, rotateSecret } from './endpoint-store.ts'
import { createDeliveryWorker, startWebhookJobs } from './jobs.ts'
import { queueEvent } from './queue-event.ts'
import { startReceiver } from './receiver-testing.ts'

let portal: TestPortal
let operatorId: number
// Signatures include the current time, and the receiving library rejects any other.
const start = new Date()

beforeAll(async () => {
  portal = await startTestPortal({ now: start })
  operatorId = (await createTestOperator(portal)).userId
})
afterEach(async () => {
  portal.setClock(start)
  await portal.context.db.deleteFrom('webhook_endpoint').execute()
})
afterAll(() => portal.close())

const later = (seconds: number) => portal.setClock(new Date(portal.context.clock().getTime() + seconds * 1000))
const log = { warn() {}, error: vi.fn() }
const makeDeps = (more: Partial<DeliverDeps> = {}): DeliverDeps => ({
  ...portal.context,
  allowsPrivate: true,
  operators: async () => [operatorId],
  log,
  ...more,
})

/** Starts a receiver and adds an endpoint for it. */
async function anEndpoint(
  receiver: { url: string },
  { eventTypes = null, url = receiver.url }: { eventTypes?: EventType[] | null; url?: string } = {},
) {
  const { db, encryptionKeys } = portal.context
  return (await insertEndpoint(db, { url, description: '', eventTypes, encryptionKeys, now: start }))!
}

async function listening(...answers: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...answers)
  onTestFinished(() => receiver.close())
  return { receiver, ...(await anEndpoint(receiver)) }
}

const queueLeadEvent = (leadId = 1) =>
  queueEvent(
    portal.context.db,
    { type: 'lead.made', data: { lead_id: leadId, kind: 'electricity' } },
    portal.context.clock(),
  )

/** Sends all due deliveries once as a worker. */
async function work(more?: Partial<DeliverDeps>) {
  await workOnDue(createDeliveryWorker(makeDeps(more)))
}

const listDeliveries = () =>
  portal.context.db.selectFrom('webhook_delivery').selectAll().orderBy('delivery_id').execute()
const triesOf = () => portal.context.db.selectFrom('webhook_try').selectAll().orderBy('webhook_try_id').execute()
const endpoints = () => portal.context.db.selectFrom('webhook_endpoint').selectAll().execute()

describe('an event', () => {
  test('is signed and has its type, time and data', async () => {
    const { receiver, secret } = await listening(200)
    await queueLeadEvent(7)
    await work()
    const { headers, body } = receiver.arrived[0]!
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'lead.made',
      timestamp: start.toISOString(),
      data: { lead_id: 7, kind: 'electricity' },
    })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Llum-Webhooks/1.0' })
    expect(await listDeliveries()).toMatchObject([{ state: 'delivered', tries: 1, reply_code: 200 }])
    expect(await triesOf()).toMatchObject([{ reply_code: 200, reply_cut: 'answered 200', failure: null }])
    expect(await endpoints()).toMatchObject([{ last_delivered_at: start }])
  })

  test('that is refused is retried with the same id, and both attempts are counted', async () => {
    const { receiver } = await listening(500, 200)
    const outcomes: string[] = []
    onTestFinished(webhookTried.subscribe(({ outcome }) => outcomes.push(outcome)))
    await queueLeadEvent()
    await work()
    expect(await listDeliveries()).toMatchObject([{ state: 'waiting', tries: 1, reply_code: 500 }])
    await work()
    expect(receiver.arrived).toHaveLength(1)
    later(5)
    await work()
    expect(await listDeliveries()).toMatchObject([{ state: 'delivered', tries: 2, reply_code: 200 }])
    const [first, second] = receiver.arrived.map(({ headers }) => headers['webhook-id'])
    expect(second).toBe(first)
    expect(await triesOf()).toMatchObject([
      { reply_code: 500, reply_cut: 'answered 500' },
      { reply_code: 200, reply_cut: 'answered 200' },
    ])
    expect(outcomes).toEqual(['failed', 'delivered'])
  })

  test('is not retried earlier than a busy system requests', async () => {
    const { receiver } = await listening((reply) => reply.writeHead(429, { 'retry-after': '90' }).end(), 200)
    await queueLeadEvent()
    await work()
    later(89)
    await work()
    expect(receiver.arrived).toHaveLength(1)
    later(1)
    await work()
    expect(await listDeliveries()).toMatchObject([{ state: 'delivered', tries: 2 }])
  })

  test('is published with its transaction or not at all', async () => {
    await listening(200)
    const { db } = portal.context
    const broken = db.transaction().execute(async (transaction) => {
      const data = { lead_id: 1, kind: 'electricity' }
      await queueEvent(transaction, { type: 'lead.made', data }, start)
      throw new Error('taken back')
    })
    await expect(broken).rejects.toThrow('taken back')
    expect(await listDeliveries()).toEqual([])
  })

  test('is sent to subscribers of its type, and is not stored without any', async () => {
    const { db } = portal.context
    const before = await db.selectFrom('webhook_event').select('event_id').execute()
    const url = 'https://erp.example.com/'
    await anEndpoint({ url }, { eventTypes: ['payment.settled'] })
    await queueLeadEvent()
    expect(await db.selectFrom('webhook_event').select('event_id').execute()).toHaveLength(before.length)
    const { endpointId } = await anEndpoint({ url }, { eventTypes: ['lead.made', 'lead.closed'] })
    await queueLeadEvent()
    expect(await listDeliveries()).toMatchObject([{ endpoint_id: endpointId }])
  })

  test('is given up after three days, together with an endpoint that accepted nothing meanwhile', async () => {
    await listening(503)
    await queueLeadEvent()
    for (let tries = 1; tries <= 10; tries++) {
      await work()
      const [{ next_try_at: next, state } = { next_try_at: start, state: '' }] = await listDeliveries()
      if (state === 'waiting') portal.setClock(next)
    }
    const [delivery] = await listDeliveries()
    expect(delivery).toMatchObject({ state: 'given_up', tries: 10, reply_code: 503 })
    const hours = (portal.context.clock().getTime() - start.getTime()) / msPerHour
    expect(hours).toBeGreaterThan(55)
    expect(hours).toBeLessThan(72)
    expect(await endpoints()).toMatchObject([{ off_reason: 'failing' }])
    const mails = portal.context.db.selectFrom('outbox_message').where('kind', '=', 'webhooks.off')
    expect(await mails.where('user_id', '=', operatorId).select('values').execute()).toMatchObject([
      { values: { reason: 'failing', host: expect.stringContaining('127.0.0.1') } },
    ])
  })

  test('that is given up leaves an endpoint on that accepts others', async () => {
    const { receiver } = await listening(503)
    await queueLeadEvent(1)
    for (let tries = 1; tries < 10; tries++) {
      await work()
      portal.setClock((await listDeliveries())[0]!.next_try_at)
    }
    const last = portal.context.clock()
    portal.setClock(new Date(last.getTime() - 1_000))
    receiver.answer(200, 503)
    await queueLeadEvent(2)
    await work()
    portal.setClock(last)
    await work()
    expect((await listDeliveries()).map(({ state }) => state)).toEqual(['given_up', 'delivered'])
    expect(await endpoints()).toMatchObject([{ off_reason: null }])
  })
})

describe('an endpoint', () => {
  test('that replies 410 is switched off, its operators are notified, and later events are held', async () => {
    const { receiver, endpointId } = await listening(410)
    await queueLeadEvent(1)
    await work()
    expect(await endpoints()).toMatchObject([{ off_reason: 'gone' }])
    const audit = portal.context.db.selectFrom('audit_entry').where('action', '=', 'webhook_endpoint_switched_off')
    expect(await audit.where('subject', '=', `webhook_endpoint:${endpointId}`).select('after').execute()).toEqual([
      { after: { reason: 'gone' } },
    ])
    await queueLeadEvent(2)
    await work()
    expect((await listDeliveries()).map(({ state }) => state)).toEqual(['given_up', 'held'])
    expect(receiver.arrived).toHaveLength(1)
  })

  test('that is on again gets missed events on request', async () => {
    const { receiver, endpointId } = await listening(200)
    const { db } = portal.context
    await queueLeadEvent(1)
    await deactivateEndpoint(db, { endpointId, reason: 'operator', now: start })
    await queueLeadEvent(2)
    expect(await activateEndpoint(db, endpointId)).toBe(true)
    await work()
    expect(receiver.arrived).toEqual([])
    const now = start
    const tomorrow = new Date(start.getTime() + msPerDay)
    expect(await requeueFailedDeliveries(db, { endpointId, since: tomorrow, now })).toBe(0)
    expect(await requeueFailedDeliveries(db, { endpointId, since: start, now })).toBe(2)
    await work()
    expect(receiver.arrived).toHaveLength(2)
  })

  test('gets an event again under the same id', async () => {
    const { receiver } = await listening(200)
    await queueLeadEvent()
    await work()
    const { delivery_id: deliveryId } = (await listDeliveries())[0]!
    await requeueDelivery(portal.context.db, { deliveryId, now: start })
    await work()
    const ids = receiver.arrived.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([ids[0], ids[0]])
    expect(await listDeliveries()).toMatchObject([{ state: 'delivered', tries: 1 }])
    expect(await triesOf()).toHaveLength(2)
  })

  test('with a new secret gets both signatures for a day, then only the new one', async () => {
    const { receiver, endpointId, secret: old } = await listening(200)
    const { db, encryptionKeys } = portal.context
    const { secret: fresh } = await rotateSecret(db, { endpointId, encryptionKeys, now: start })
    await queueTestEvent(db, { endpointId, now: start })
    await work()
    const { headers, body } = receiver.arrived[0]!
    for (const secret of [old, fresh])
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'endpoint.test', data: {} })
    later(24 * 3_600)
    await queueLeadEvent()
    await work()
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(2)
    expect(receiver.arrived[1]!.headers['webhook-signature']!.split(' ')).toHaveLength(1)
  })

  test('has its secret encrypted in the database', async () => {
    const { secret } = await listening(200)
    const storedEndpoints = JSON.stringify(await endpoints())
    expect(storedEndpoints).not.toContain(secret)
    expect(storedEndpoints).not.toContain(secret.slice('whsec_'.length))
  })

  test('that redirects is not followed', async () => {
    const { receiver } = await listening(302)
    await queueLeadEvent()
    await work()
    expect(receiver.arrived.map(({ path }) => path)).toEqual(['/webhooks'])
    expect(await listDeliveries()).toMatchObject([{ state: 'waiting', reply_code: 302 }])
  })

  test('with a long reply has only its beginning stored', async () => {
    await listening((reply) => reply.writeHead(400).end(`no\u0000${'x'.repeat(100_000)}`))
    await queueLeadEvent()
    await work()
    const cut = (await triesOf())[0]!.reply_cut!
    expect(cut).toMatch(/^no x+$/)
    expect(cut.length).toBe(300)
  })

  test.each([
    ['at a private address', (port: number) => `http://127.0.0.1:${port}/`],
    ['at a name that resolves to one', (port: number) => `http://localhost:${port}/`],
  ])('%s is not called unless allowed', async (_, urlAt) => {
    const receiver = await startReceiver(200)
    onTestFinished(() => receiver.close())
    await anEndpoint(receiver, { url: urlAt(receiver.port) })
    await queueLeadEvent()
    await work({ allowsPrivate: false })
    expect(receiver.arrived).toEqual([])
    expect(await listDeliveries()).toMatchObject([{ state: 'waiting', failure: 'private_address', reply_code: null }])
  })

  test('without a listener is retried', async () => {
    const receiver = await startReceiver(200)
    await receiver.close()
    await anEndpoint(receiver)
    await queueLeadEvent()
    await work()
    expect(await listDeliveries()).toMatchObject([{ state: 'waiting', failure: 'refused' }])
    expect(await triesOf()).toMatchObject([{ reply_code: null, reply_cut: null, failure: 'refused' }])
  })
})

describe('workers', () => {
  test('deliver everything once when there are two', async () => {
    const { receiver } = await listening(200)
    for (let leadId = 1; leadId <= 30; leadId++) await queueLeadEvent(leadId)
    await Promise.all([work(), work()])
    const ids = receiver.arrived.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([30, 30])
  })

  test('are not delayed for other endpoints by a slow one', async () => {
    const slow = await listening(() => {})
    const quick = await listening(200)
    for (let leadId = 1; leadId <= 10; leadId++) await queueLeadEvent(leadId)
    const sending = createQueueRunner(createDeliveryWorker(makeDeps()), () => {})
    sending.wake()
    await expect.poll(() => quick.receiver.arrived.length).toBe(10)
    // The limit of concurrent deliveries; the others wait.
    await expect.poll(() => slow.receiver.arrived.length).toBe(4)
    sending.close()
    await slow.receiver.close()
    await sending.whenIdle()
    slow.receiver.close = async () => {}
  })

  test('send events while running, and stop', async () => {
    const { receiver } = await listening(200)
    const jobs = startWebhookJobs({ ...makeDeps(), watch: portal.context.watch })
    await queueLeadEvent()
    await expect.poll(() => receiver.arrived.length).toBe(1)
    await jobs.stop()
    await queueLeadEvent()
    expect(receiver.arrived).toHaveLength(1)
  })
})

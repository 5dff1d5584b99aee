import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { anOperator } from '#desks/operators/server/testing.ts'
import type { EventType } from '../rules.ts'
import { type DeliveringNeeds, webhookTried } from './deliver.ts'
import { sendAgain, sendFailedAgain } from './delivery-store.ts'
import { addEndpoint, rotateSecret, sendTest, switchOff, switchOn } from './endpoint-store.ts'
import { deliveries, startWebhookJobs } from './jobs.ts'
import { queueEvent } from './queue-event.ts'
import { aReceiver } from './receiver-testing.ts'

let portal: TestPortal
let operatorId: number
// Signatures are of the time at which they are made, and the library of receivers takes no others.
const start = new Date()

beforeAll(async () => {
  portal = await testPortal({ now: start })
  operatorId = (await anOperator(portal)).userId
})
afterEach(async () => {
  portal.setClock(start)
  await portal.context.db.deleteFrom('webhook_endpoint').execute()
})
afterAll(() => portal.close())

const later = (seconds: number) => portal.setClock(new Date(portal.context.clock().getTime() + seconds * 1000))
const log = { warn() {}, error: vi.fn() }
const needs = (more: Partial<DeliveringNeeds> = {}): DeliveringNeeds => ({
  ...portal.context,
  allowsPrivate: true,
  operators: async () => [operatorId],
  log,
  ...more,
})

/** A receiver with its endpoint. */
async function anEndpoint(
  receiver: { url: string },
  { eventTypes = null, url = receiver.url }: { eventTypes?: EventType[] | null; url?: string } = {},
) {
  const { db, sealingKeys } = portal.context
  return (await addEndpoint(db, { url, description: '', eventTypes, sealingKeys, now: start }))!
}

async function listening(...answers: Parameters<typeof aReceiver>) {
  const receiver = await aReceiver(...answers)
  onTestFinished(() => receiver.close())
  return { receiver, ...(await anEndpoint(receiver)) }
}

const tell = (leadId = 1) =>
  queueEvent(
    portal.context.db,
    { type: 'lead.made', data: { lead_id: leadId, kind: 'electricity' } },
    portal.context.clock(),
  )

/** Lets a worker send what is due, once. */
async function work(more?: Partial<DeliveringNeeds>) {
  const sending = deliveries(needs(more))
  await sending.begin()
  await sending.settle()
}

const standing = () => portal.context.db.selectFrom('webhook_delivery').selectAll().orderBy('delivery_id').execute()
const triesOf = () => portal.context.db.selectFrom('webhook_try').selectAll().orderBy('webhook_try_id').execute()
const endpoints = () => portal.context.db.selectFrom('webhook_endpoint').selectAll().execute()

describe('an event', () => {
  test('arrives signed, with its type, its time and its data', async () => {
    const { receiver, secret } = await listening(200)
    await tell(7)
    await work()
    const { headers, body } = receiver.arrived[0]!
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'lead.made',
      timestamp: start.toISOString(),
      data: { lead_id: 7, kind: 'electricity' },
    })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Llum-Webhooks/1.0' })
    expect(await standing()).toMatchObject([{ state: 'delivered', tries: 1, reply_code: 200 }])
    expect(await triesOf()).toMatchObject([{ reply_code: 200, reply_cut: 'answered 200', failure: null }])
    expect(await endpoints()).toMatchObject([{ last_delivered_at: start }])
  })

  test('that is refused arrives later, with the same id, and both tries are counted', async () => {
    const { receiver } = await listening(500, 200)
    const outcomes: string[] = []
    onTestFinished(webhookTried.listen(({ outcome }) => outcomes.push(outcome)))
    await tell()
    await work()
    expect(await standing()).toMatchObject([{ state: 'waiting', tries: 1, reply_code: 500 }])
    await work()
    expect(receiver.arrived).toHaveLength(1)
    later(5)
    await work()
    expect(await standing()).toMatchObject([{ state: 'delivered', tries: 2, reply_code: 200 }])
    const [first, second] = receiver.arrived.map(({ headers }) => headers['webhook-id'])
    expect(second).toBe(first)
    expect(await triesOf()).toMatchObject([
      { reply_code: 500, reply_cut: 'answered 500' },
      { reply_code: 200, reply_cut: 'answered 200' },
    ])
    expect(outcomes).toEqual(['failed', 'delivered'])
  })

  test('arrives no earlier than a system asks for that is busy', async () => {
    const { receiver } = await listening((reply) => reply.writeHead(429, { 'retry-after': '90' }).end(), 200)
    await tell()
    await work()
    later(89)
    await work()
    expect(receiver.arrived).toHaveLength(1)
    later(1)
    await work()
    expect(await standing()).toMatchObject([{ state: 'delivered', tries: 2 }])
  })

  test('is told with what it tells of, or not at all', async () => {
    await listening(200)
    const { db } = portal.context
    const broken = db.transaction().execute(async (transaction) => {
      const data = { lead_id: 1, kind: 'electricity' }
      await queueEvent(transaction, { type: 'lead.made', data }, start)
      throw new Error('taken back')
    })
    await expect(broken).rejects.toThrow('taken back')
    expect(await standing()).toEqual([])
  })

  test('goes to those who listen to its type, and is not written down where nobody does', async () => {
    const { db } = portal.context
    const before = await db.selectFrom('webhook_event').select('event_id').execute()
    const url = 'https://erp.example.com/'
    await anEndpoint({ url }, { eventTypes: ['payment.settled'] })
    await tell()
    expect(await db.selectFrom('webhook_event').select('event_id').execute()).toHaveLength(before.length)
    const { endpointId } = await anEndpoint({ url }, { eventTypes: ['lead.made', 'lead.closed'] })
    await tell()
    expect(await standing()).toMatchObject([{ endpoint_id: endpointId }])
  })

  test('is given up after three days, and with it an endpoint that took nothing meanwhile', async () => {
    await listening(503)
    await tell()
    for (let tries = 1; tries <= 10; tries++) {
      await work()
      const [{ next_try_at: next, state } = { next_try_at: start, state: '' }] = await standing()
      if (state === 'waiting') portal.setClock(next)
    }
    const [delivery] = await standing()
    expect(delivery).toMatchObject({ state: 'given_up', tries: 10, reply_code: 503 })
    const hours = (portal.context.clock().getTime() - start.getTime()) / 3_600_000
    expect(hours).toBeGreaterThan(55)
    expect(hours).toBeLessThan(72)
    expect(await endpoints()).toMatchObject([{ off_reason: 'failing' }])
    const mails = portal.context.db.selectFrom('outbox_message').where('kind', '=', 'webhooks.off')
    expect(await mails.where('user_id', '=', operatorId).select('values').execute()).toMatchObject([
      { values: { reason: 'failing', host: expect.stringContaining('127.0.0.1') } },
    ])
  })

  test('that is given up leaves an endpoint on that takes others', async () => {
    const { receiver } = await listening(503)
    await tell(1)
    for (let tries = 1; tries < 10; tries++) {
      await work()
      portal.setClock((await standing())[0]!.next_try_at)
    }
    const last = portal.context.clock()
    portal.setClock(new Date(last.getTime() - 1_000))
    receiver.answer(200, 503)
    await tell(2)
    await work()
    portal.setClock(last)
    await work()
    expect((await standing()).map(({ state }) => state)).toEqual(['given_up', 'delivered'])
    expect(await endpoints()).toMatchObject([{ off_reason: null }])
  })
})

describe('an endpoint', () => {
  test('that answers 410 is switched off, its operators are told, and what happens then is held', async () => {
    const { receiver, endpointId } = await listening(410)
    await tell(1)
    await work()
    expect(await endpoints()).toMatchObject([{ off_reason: 'gone' }])
    const audit = portal.context.db.selectFrom('audit_entry').where('action', '=', 'webhook_endpoint_switched_off')
    expect(await audit.where('subject', '=', `webhook_endpoint:${endpointId}`).select('after').execute()).toEqual([
      { after: { reason: 'gone' } },
    ])
    await tell(2)
    await work()
    expect((await standing()).map(({ state }) => state)).toEqual(['given_up', 'held'])
    expect(receiver.arrived).toHaveLength(1)
  })

  test('that is on again gets what it missed when that is asked for', async () => {
    const { receiver, endpointId } = await listening(200)
    const { db } = portal.context
    await tell(1)
    await switchOff(db, { endpointId, reason: 'operator', now: start })
    await tell(2)
    expect(await switchOn(db, endpointId)).toBe(true)
    await work()
    expect(receiver.arrived).toEqual([])
    const now = start
    const tomorrow = new Date(start.getTime() + 86_400_000)
    expect(await sendFailedAgain(db, { endpointId, since: tomorrow, now })).toBe(0)
    expect(await sendFailedAgain(db, { endpointId, since: start, now })).toBe(2)
    await work()
    expect(receiver.arrived).toHaveLength(2)
  })

  test('is sent one event again under the same id', async () => {
    const { receiver } = await listening(200)
    await tell()
    await work()
    const { delivery_id: deliveryId } = (await standing())[0]!
    await sendAgain(portal.context.db, { deliveryId, now: start })
    await work()
    const ids = receiver.arrived.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([ids[0], ids[0]])
    expect(await standing()).toMatchObject([{ state: 'delivered', tries: 1 }])
    expect(await triesOf()).toHaveLength(2)
  })

  test('with a new secret is signed for with both for a day, then with the new one alone', async () => {
    const { receiver, endpointId, secret: old } = await listening(200)
    const { db, sealingKeys } = portal.context
    const { secret: fresh } = await rotateSecret(db, { endpointId, sealingKeys, now: start })
    await sendTest(db, { endpointId, now: start })
    await work()
    const { headers, body } = receiver.arrived[0]!
    for (const secret of [old, fresh])
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'endpoint.test', data: {} })
    later(24 * 3_600)
    await tell()
    await work()
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(2)
    expect(receiver.arrived[1]!.headers['webhook-signature']!.split(' ')).toHaveLength(1)
  })

  test('keeps its secret where no reader of the database finds it', async () => {
    const { secret } = await listening(200)
    const kept = JSON.stringify(await endpoints())
    expect(kept).not.toContain(secret)
    expect(kept).not.toContain(secret.slice('whsec_'.length))
  })

  test('that redirects is not followed', async () => {
    const { receiver } = await listening(302)
    await tell()
    await work()
    expect(receiver.arrived.map(({ path }) => path)).toEqual(['/webhooks'])
    expect(await standing()).toMatchObject([{ state: 'waiting', reply_code: 302 }])
  })

  test('of whose long reply only the beginning is kept', async () => {
    await listening((reply) => reply.writeHead(400).end(`no\u0000${'x'.repeat(100_000)}`))
    await tell()
    await work()
    const cut = (await triesOf())[0]!.reply_cut!
    expect(cut).toMatch(/^no x+$/)
    expect(cut.length).toBe(300)
  })

  test.each([
    ['at a private address', (port: number) => `http://127.0.0.1:${port}/`],
    ['at a name that leads to one', (port: number) => `http://localhost:${port}/`],
  ])('%s is not called unless that is allowed', async (_, urlAt) => {
    const receiver = await aReceiver(200)
    onTestFinished(() => receiver.close())
    await anEndpoint(receiver, { url: urlAt(receiver.port) })
    await tell()
    await work({ allowsPrivate: false })
    expect(receiver.arrived).toEqual([])
    expect(await standing()).toMatchObject([{ state: 'waiting', failure: 'private_address', reply_code: null }])
  })

  test('where nobody listens is tried again', async () => {
    const receiver = await aReceiver(200)
    await receiver.close()
    await anEndpoint(receiver)
    await tell()
    await work()
    expect(await standing()).toMatchObject([{ state: 'waiting', failure: 'refused' }])
    expect(await triesOf()).toMatchObject([{ reply_code: null, reply_cut: null, failure: 'refused' }])
  })
})

describe('workers', () => {
  test('of whom there are two deliver everything once', async () => {
    const { receiver } = await listening(200)
    for (let leadId = 1; leadId <= 30; leadId++) await tell(leadId)
    await Promise.all([work(), work()])
    const ids = receiver.arrived.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([30, 30])
  })

  test('are not held up for others by an endpoint that is slow', async () => {
    const slow = await listening(() => {})
    const quick = await listening(200)
    for (let leadId = 1; leadId <= 10; leadId++) await tell(leadId)
    const sending = deliveries(needs())
    await sending.begin()
    await expect.poll(() => quick.receiver.arrived.length).toBe(10)
    // So many at once, and the others wait for their turn.
    await expect.poll(() => slow.receiver.arrived.length).toBe(4)
    sending.close()
    await slow.receiver.close()
    await sending.settle()
    slow.receiver.close = async () => {}
  })

  test('send what happens while they run, and end', async () => {
    const { receiver } = await listening(200)
    const jobs = startWebhookJobs(needs())
    await tell()
    await expect.poll(() => receiver.arrived.length, { timeout: 5_000 }).toBe(1)
    await jobs.stop()
    await tell()
    expect(receiver.arrived).toHaveLength(1)
  })
})

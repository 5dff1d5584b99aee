import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aContract, aCustomer, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { anOperator } from '#desks/operators/server/testing.ts'
import { notedSms } from '#domains/messages/server/noted-sms.ts'
import { type MessageToQueue, queueMessage } from '#domains/messages/server/queue-message.ts'
import { auditOf } from '#domains/session/server/testing.ts'
import { listMails, retryMail } from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
let portal: TestPortal
let operator: Visitor
let operatorId: number
let userId: number
let customerId: number

beforeAll(async () => {
  portal = await testPortal({ now: noon })
  const { db } = portal.context
  const made = await anOperator(portal)
  operator = made.visitor
  operatorId = made.userId
  customerId = await aCustomer(db, { name: 'Eva García Lluís', tax_id: '99100733N' })
  await aContract(db, { customerId, name: '0049077' })
  userId = await aUser(db, { login: 'eva', name: 'Eva', email: 'eva@example.test', customerIds: [customerId] })
  await queue({ kind: 'support.answered', values: { number: '2026-1', subject: 'Factura', state: 'accepted' }, userId })
})
afterAll(() => portal.close())

let seconds = 0
/** Each later than the one before. */
const queue = (message: MessageToQueue) =>
  queueMessage(portal.context.db, message, new Date(noon.getTime() + ++seconds * 1_000))
const list = async (query: object = {}) => (await operator.send(listMails, { query: query as never })).items
const last = async () => (await list())[0]!
const change = (set: object) => portal.context.db.updateTable('outbox_message').set(set).execute()

describe('what is sent', () => {
  test('is found by who reads it or whose contract it is, its words by the subject alone, its address masked', async () => {
    for (const q of ['eva', 'EVA@example.test', '0049077', 'garcia', '99100733n'])
      expect([q, await list({ q })]).toMatchObject([
        q,
        [
          {
            channel: 'mail',
            topic: 'cases',
            subject: 'Hemos respondido a tu solicitud 2026-1',
            reader: 'Eva',
            addresses: ['e•••@example.test'],
            state: 'waiting',
            can_retry: false,
          },
        ],
      ])
    for (const q of ['nobody@example.test', 'pau', "x' &"]) expect(await list({ q })).toEqual([])
  })

  test('tells no code and no link, and no text message what it said', async () => {
    await queue({ kind: 'signatures.code', values: { code: '493817', minutes: 10 }, userId, link: '/signature/abc' })
    const sms = notedSms({ async send() {} }, { db: portal.context.db, kind: 'code' })
    const broken = notedSms(
      {
        async send() {
          throw new Error('no network')
        },
      },
      { db: portal.context.db, kind: 'activate' },
    )
    const message = { to: '+34612345678', text: 'Tu código es 493817', at: new Date(noon.getTime() + 60_000) }
    await sms.send(message)
    await expect(broken.send({ ...message, at: new Date(noon.getTime() + 61_000) })).rejects.toThrow('no network')
    const told = await list()
    expect(told.slice(0, 3)).toMatchObject([
      { channel: 'sms', text_kind: 'activate', state: 'failed', can_retry: false },
      { channel: 'sms', text_kind: 'code', state: 'sent', addresses: ['••• ••• 678'] },
      { channel: 'mail', is_code: true, subject: null },
    ])
    expect(JSON.stringify(told)).not.toMatch(/493817|signature\/abc|612345/)
    expect(await list({ q: '612345678' })).toHaveLength(2)
  })

  test('is narrowed by how it fared, page by page', async () => {
    expect((await list({ state: 'failed' })).map(({ kind }) => kind)).toEqual(['sms.activate'])
    expect((await list({ state: 'sent' })).map(({ kind }) => kind)).toEqual(['sms.code'])
    expect(await list({ state: 'waiting' })).toHaveLength(2)
    const page = await operator.send(listMails, { query: { limit: 1, offset: 1 } as never })
    expect([page.total, page.items.map(({ kind }) => kind)]).toEqual([4, ['sms.code']])
  })

  test.each([
    ['state', { state: 'lost' }],
    ['offset', { offset: 10_001 }],
  ])('is not narrowed by any %s', async (field, query) => {
    const refused = await operator.ask(listMails, { query: query as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

describe('a mail that could not be sent', () => {
  const again = (id: string) => operator.ask(retryMail, { params: { id } })

  test('is sent again, with all its tries before it', async () => {
    await portal.context.db.deleteFrom('outbox_message').execute()
    await queue({ kind: 'support.closed', values: { number: '2026-1', subject: 'Factura', state: 'denied' }, userId })
    await change({ given_up_at: noon, failures: 12, refused_by: ['eva@example.test'] })
    const { id, can_retry } = await last()
    expect(can_retry).toBe(true)
    expect((await again(id)).statusCode).toBe(204)
    expect(await last()).toMatchObject({ state: 'waiting', tries: 0, next_at: noon.toISOString() })
    expect(await auditOf(portal, operatorId)).toContainEqual(['mail_retried', { kind: 'support.closed' }])
  })

  test.each([
    ['is out by now', { sent_at: noon, given_up_at: null }],
    ['has not been tried', { sent_at: null, failures: 0, given_up_at: null }],
    ['holds a code, which is over', { given_up_at: noon, failures: 12, kind: 'signatures.code' }],
  ])('is not sent again when it %s', async (_, set) => {
    await change(set)
    const { id } = await last()
    const refused = await again(id)
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'not_retriable'])
  })

  test.each(['x', '0', crypto.randomUUID()])('there is no mail %s', async (id) => {
    expect((await again(id)).statusCode).toBe(404)
  })
})

test('customers read nothing of it', async () => {
  const customer = await portal.as(userId)
  const asked = [
    customer.ask(listMails, { query: {} }),
    customer.ask(retryMail, { params: { id: crypto.randomUUID() } }),
  ]
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([401, 401])
})

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aContract, aCustomer, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { smsFolderOf } from '#app/server/text-messages.ts'
import { anOperator } from '#desks/operators/server/testing.ts'
import { mailsOf } from '#domains/accounts/server/testing.ts'
import { notedCodes } from '#domains/messages/server/noted-sms.ts'
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
            hindrance: 'not_retriable',
          },
        ],
      ])
    for (const q of ['nobody@example.test', 'pau', "x' &"]) expect(await list({ q })).toEqual([])
  })

  test('tells no code and no link, and no text message what it said', async () => {
    await queue({ kind: 'signatures.code', values: { code: '493817', minutes: 10 }, userId, link: '/signature/abc' })
    const { db } = portal.context
    const out = notedCodes({ async send() {} }, db)
    const broken = notedCodes(
      {
        async send() {
          throw new Error('no network')
        },
      },
      db,
    )
    const message = { to: '+34612345678', text: 'Tu código es 493817', at: new Date(noon.getTime() + 60_000) }
    await out.send(message)
    await expect(broken.send({ ...message, at: new Date(noon.getTime() + 61_000) })).rejects.toThrow('no network')
    seconds = 61
    await queue({ kind: 'sms.activate', values: {}, toAddress: '+34612345678', link: '/activation?sealed=abc' })
    const told = await list()
    expect(told.slice(0, 4)).toMatchObject([
      { channel: 'sms', text_kind: 'activate', state: 'waiting', hindrance: 'not_retriable' },
      { channel: 'sms', text_kind: 'code', state: 'failed', hindrance: 'code_over' },
      { channel: 'sms', text_kind: 'code', state: 'sent', addresses: ['••• ••• 678'] },
      { channel: 'mail', is_code: true, subject: null },
    ])
    expect(JSON.stringify(told)).not.toMatch(/493817|signature\/abc|sealed|612345/)
    expect(await list({ q: '612345678' })).toHaveLength(3)
  })

  test('is narrowed by how it fared, page by page', async () => {
    expect((await list({ state: 'failed' })).map(({ kind }) => kind)).toEqual(['sms.code'])
    expect((await list({ state: 'sent' })).map(({ kind }) => kind)).toEqual(['sms.code'])
    expect(await list({ state: 'waiting' })).toHaveLength(3)
    const page = await operator.send(listMails, { query: { limit: 1, offset: 1 } as never })
    expect([page.total, page.items.map(({ kind }) => kind)]).toEqual([5, ['sms.code']])
  })

  test.each([
    ['state', { state: 'lost' }],
    ['offset', { offset: 10_001 }],
  ])('is not narrowed by any %s', async (field, query) => {
    const refused = await operator.ask(listMails, { query: query as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

describe('a message that could not be sent', () => {
  const again = (id: string) => operator.ask(retryMail, { params: { id } })
  const only = async (message: MessageToQueue) => {
    await portal.context.db.deleteFrom('outbox_message').execute()
    await queue(message)
    await change({ given_up_at: noon, failures: 12 })
  }
  const closed = { kind: 'support.closed', values: { number: '2026-1', subject: 'Factura', state: 'denied' } } as const
  const byText = { kind: 'sms.activate', toAddress: '+34612345678', link: '/activation?sealed=abc' } as const

  test('is sent again, with all its tries before it', async () => {
    await only({ ...closed, userId })
    await change({ refused_by: ['eva@example.test'] })
    const { id, hindrance } = await last()
    expect(hindrance).toBeNull()
    expect((await again(id)).statusCode).toBe(204)
    expect(await last()).toMatchObject({ state: 'waiting', tries: 0, next_at: noon.toISOString() })
    expect(await auditOf(portal, operatorId)).toContainEqual(['mail_retried', { kind: 'support.closed' }])
  })

  test('by text message is sent again to its telephone', async () => {
    await only({ ...byText, values: { contract: '0049077', until: new Date(noon.getTime() + 1).toISOString() } })
    expect((await again((await last()).id)).statusCode).toBe(204)
    await mailsOf(portal)
    expect(await last()).toMatchObject({ channel: 'sms', state: 'sent', addresses: ['••• ••• 678'] })
    const folder = smsFolderOf(portal.context.config)
    const [file] = (await readdir(folder)).filter((name) => name.endsWith('.txt'))
    expect(await readFile(join(folder, file!), 'utf8')).toMatch(
      /^To: \+34612345678\n.*0049077.*https:\/\/portal\.example\//s,
    )
  })

  test.each([
    ['is out by now', { sent_at: noon, given_up_at: null }, 'not_retriable'],
    ['has not been tried', { sent_at: null, failures: 0, given_up_at: null }, 'not_retriable'],
    ['holds a code, which is over', { given_up_at: noon, failures: 12, kind: 'signatures.code' }, 'code_over'],
    ['held a code, of which nothing was kept', { kind: 'sms.code', values: '{}', link: null }, 'code_over'],
    ['has a link that is over', { kind: 'sms.activate', values: { until: noon.toISOString() } }, 'link_over'],
    ['was noted without what it said', { kind: 'sms.activate', values: '{}', link: null }, 'not_retriable'],
  ])('is not sent again when it %s', async (_, set, code) => {
    await only({ ...closed, userId, link: '/cases/1' })
    await change(set)
    const { id, hindrance } = await last()
    const refused = await again(id)
    expect([hindrance, refused.statusCode, refused.json().message]).toEqual([code, 409, code])
  })

  test.each(['x', '0', crypto.randomUUID()])('there is no message %s', async (id) => {
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

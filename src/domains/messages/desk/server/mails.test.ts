import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { smsFolderOf } from '#app/server/wiring/sms-messages.ts'
import { sendPendingMails } from '#domains/accounts/server/accounts-testing.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { type NewMessage, queueMessage } from '../../server/queue-message.ts'
import { recordSentCodes } from '../../server/record-sent-codes.ts'
import { listMails, retryMail } from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
let portal: TestPortal
let operator: TestVisitor
let operatorId: number
let userId: number
let customerId: number

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
  const { db } = portal.context
  const made = await createTestOperator(portal)
  operator = made.visitor
  operatorId = made.userId
  customerId = await insertCustomer(db, { name: 'Eva García Lluís', tax_id: '99100733N' })
  await insertContract(db, { customerId, name: '0049077' })
  userId = await insertUser(db, { login: 'eva', name: 'Eva', email: 'eva@example.test', customerIds: [customerId] })
  await queue({ kind: 'support.answered', values: { number: '2026-1', subject: 'Factura', state: 'accepted' }, userId })
})
afterAll(() => portal.close())

let seconds = 0
/** Each message is queued later than the one before. */
const queue = (message: NewMessage) =>
  queueMessage(portal.context.db, message, new Date(noon.getTime() + ++seconds * 1_000))
const list = async (query: object = {}) => (await operator.send(listMails, { query: query as never })).items
const last = async () => (await list())[0]!
const change = (set: object) => portal.context.db.updateTable('outbox_message').set(set).execute()

describe('a message in the list', () => {
  test('is found by recipient or contract, and shows only its subject and a masked address', async () => {
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

  test('shows no code, no link, and no content of text messages', async () => {
    await queue({ kind: 'signatures.code', values: { code: '493817', minutes: 10 }, userId, link: '/signature/abc' })
    const { db } = portal.context
    const out = recordSentCodes({ async send() {} }, db)
    const broken = recordSentCodes(
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
    const listedMails = await list()
    expect(listedMails.slice(0, 4)).toMatchObject([
      { channel: 'sms', text_kind: 'activate', state: 'waiting', hindrance: 'not_retriable' },
      { channel: 'sms', text_kind: 'code', state: 'failed', hindrance: 'code_over' },
      { channel: 'sms', text_kind: 'code', state: 'sent', addresses: ['••• ••• 678'] },
      { channel: 'mail', is_code: true, subject: null },
    ])
    expect(JSON.stringify(listedMails)).not.toMatch(/493817|signature\/abc|sealed|612345/)
    expect(await list({ q: '612345678' })).toHaveLength(3)
  })

  test('is filtered by delivery state, page by page', async () => {
    expect((await list({ state: 'failed' })).map(({ kind }) => kind)).toEqual(['sms.code'])
    expect((await list({ state: 'sent' })).map(({ kind }) => kind)).toEqual(['sms.code'])
    expect(await list({ state: 'waiting' })).toHaveLength(3)
    const page = await operator.send(listMails, { query: { limit: 1, offset: 1 } as never })
    expect([page.total, page.items.map(({ kind }) => kind)]).toEqual([5, ['sms.code']])
  })

  test.each([
    ['state', { state: 'lost' }],
    ['offset', { offset: 10_001 }],
  ])('is not filtered by an invalid %s', async (field, query) => {
    const refused = await operator.sendRaw(listMails, { query: query as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

describe('a message that could not be sent', () => {
  const again = (id: string) => operator.sendRaw(retryMail, { params: { id } })
  const only = async (message: NewMessage) => {
    await portal.context.db.deleteFrom('outbox_message').execute()
    await queue(message)
    await change({ given_up_at: noon, failures: 12 })
  }
  const closed = { kind: 'support.closed', values: { number: '2026-1', subject: 'Factura', state: 'denied' } } as const
  const byText = { kind: 'sms.activate', toAddress: '+34612345678', link: '/activation?sealed=abc' } as const

  test('is sent again with a full set of attempts', async () => {
    await only({ ...closed, userId })
    await change({ refused_by: ['eva@example.test'] })
    const { id, hindrance } = await last()
    expect(hindrance).toBeNull()
    expect((await again(id)).statusCode).toBe(204)
    expect(await last()).toMatchObject({ state: 'waiting', tries: 0, next_at: noon.toISOString() })
    expect(await auditOf(portal, operatorId)).toContainEqual(['mail_retried', { kind: 'support.closed' }])
  })

  test('is sent again as text message to its phone number', async () => {
    await only({ ...byText, values: { contract: '0049077', until: new Date(noon.getTime() + 1).toISOString() } })
    expect((await again((await last()).id)).statusCode).toBe(204)
    await sendPendingMails(portal)
    expect(await last()).toMatchObject({ channel: 'sms', state: 'sent', addresses: ['••• ••• 678'] })
    const folder = smsFolderOf(portal.context.config)
    const [file] = (await readdir(folder)).filter((name) => name.endsWith('.txt'))
    expect(await readFile(join(folder, file!), 'utf8')).toMatch(
      /^To: \+34612345678\n.*0049077.*https:\/\/portal\.example\//s,
    )
  })

  test.each([
    ['has been sent meanwhile', { sent_at: noon, given_up_at: null }, 'not_retriable'],
    ['has not been attempted', { sent_at: null, failures: 0, given_up_at: null }, 'not_retriable'],
    ['contains an expired code', { given_up_at: noon, failures: 12, kind: 'signatures.code' }, 'code_over'],
    ['contained a code that was not stored', { kind: 'sms.code', values: '{}', link: null }, 'code_over'],
    ['has an expired link', { kind: 'sms.activate', values: { until: noon.toISOString() } }, 'link_over'],
    ['was stored without its content', { kind: 'sms.activate', values: '{}', link: null }, 'not_retriable'],
  ])('is not sent again when it %s', async (_, set, code) => {
    await only({ ...closed, userId, link: '/cases/1' })
    await change(set)
    const { id, hindrance } = await last()
    const refused = await again(id)
    expect([hindrance, refused.statusCode, refused.json().message]).toEqual([code, 409, code])
  })

  test.each([
    ['an invalid id', 'x'],
    ['the id of no message', '11111111-2222-4333-8444-555555555555'],
  ])('is not found by %s', async (_, id) => {
    expect((await again(id)).statusCode).toBe(404)
  })
})

test('customers have no access', async () => {
  const customer = await portal.as(userId)
  const replies = [
    customer.sendRaw(listMails, { query: {} }),
    customer.sendRaw(retryMail, { params: { id: crypto.randomUUID() } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401])
})

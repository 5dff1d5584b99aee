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
import { listMails, readMail, retryMail } from '../api.ts'
import { readMailHtml } from '../downloads.ts'

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

describe('a message that was sent', () => {
  const open = (id: string) => operator.send(readMail, { params: { id } })
  const send = async (message: NewMessage) => {
    await portal.context.db.deleteFrom('outbox_message').execute()
    await queueMessage(portal.context.db, message, noon)
    const sent = await sendPendingMails(portal)
    return { sent, mail: await last() }
  }
  const secret = 'b3JhdC1WmF5c2VjcmV0QQ'
  const answered = {
    kind: 'support.answered',
    values: { number: '2026-1', subject: 'Factura <b>', state: 'accepted' },
    link: `/your-request?link=${secret}`,
  } as const

  test('is opened as it was sent, without what lets its reader in', async () => {
    const { sent, mail } = await send({ ...answered, customerId })
    expect(mail.has_copies).toBe(true)
    const { copies, files } = await open(mail.id)
    expect(sent[0]!.text).toContain(secret)
    expect([copies.length, files]).toEqual([1, []])
    expect(copies[0]).toMatchObject({
      address: 'e•••@example.test',
      sent_at: noon.toISOString(),
      subject: 'Hemos respondido a tu solicitud 2026-1',
      text: sent[0]!.text.replace(secret, '').replace('?link=', '?••••••'),
    })
    const params = { id: mail.id, copyId: String(copies[0]!.id) }
    const { headers, payload } = await operator.sendRaw(readMailHtml, { params })
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox",
    })
    expect(payload).toBe(sent[0]!.html.replace(`link=${secret}`, '••••••').replaceAll('<a href=', '<a title='))
    expect(payload).not.toMatch(/href=|<script|src=/)
    expect(payload).toContain('Factura &lt;b&gt;')
  })

  test('stays as it was sent when its texts or the name of the retailer change', async () => {
    const { mail } = await send({ ...answered, customerId })
    const before = await open(mail.id)
    await change({ values: JSON.stringify({ ...answered.values, number: '2026-99' }) })
    expect(await open(mail.id)).toEqual(before)
  })

  test.each<[string, NewMessage['kind'], NewMessage['values']]>([
    ['to sign', 'signatures.code', { code: '493817', minutes: 10, title: 'Contrato', signatureId: 'x' }],
    ['to confirm an address', 'profile.email_code', { code: '493817', minutes: 10 }],
  ])('shows no code %s', async (_, kind, values) => {
    const { sent, mail } = await send({ kind, values, userId })
    expect(sent[0]!.text).toContain('493817')
    const { copies } = await open(mail.id)
    const params = { id: mail.id, copyId: String(copies[0]!.id) }
    const html = (await operator.sendRaw(readMailHtml, { params })).payload
    expect(html).toContain('••••••')
    expect(html + JSON.stringify(copies)).not.toContain('493817')
    const stored = await portal.context.db.selectFrom('sent_mail').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('493817')
  })

  test('by text message has its text without its link', async () => {
    const values = { contract: '0049077', until: new Date(noon.getTime() + 60_000).toISOString() }
    const { mail } = await send({
      ...{ kind: 'sms.activate', toAddress: '+34612345678', link: `/activation?sealed=${secret}`, values },
    })
    const { copies } = await open(mail.id)
    expect(copies).toMatchObject([{ address: '••• ••• 678', subject: null }])
    expect(copies[0]!.text).toMatch(/0049077.*https:\/\/portal\.example\/activation\?••••••/)
    const html = { id: mail.id, copyId: String(copies[0]!.id) }
    expect((await operator.sendRaw(readMailHtml, { params: html })).statusCode).toBe(404)
  })

  test('is recorded in the audit log each time, without its content', async () => {
    const { mail } = await send({ ...answered, customerId })
    const params = { id: mail.id, copyId: String((await open(mail.id)).copies[0]!.id) }
    await open(mail.id)
    await operator.sendRaw(readMailHtml, { params })
    const entries = await portal.context.db
      .selectFrom('audit_entry')
      .where('subject', 'like', `%${mail.id}%`)
      .select(['action', 'actor_user_id', 'customer_id', 'subject', 'after'])
      .orderBy('audit_entry_id')
      .execute()
    const read = { action: 'mail_read', actor_user_id: operatorId, customer_id: customerId }
    expect(entries.filter(({ action }) => action === 'mail_read')).toEqual(
      [1, 2].map(() => ({ ...read, subject: `message:${mail.id}`, after: { kind: 'support.answered' } })),
    )
    expect(entries.map(({ subject }) => subject)).toContain(`GET /operator/mails/${mail.id}/copies/${params.copyId}`)
  })

  test('is opened by customer care and by no other role, no customer and nobody', async () => {
    const { mail } = await send({ ...answered, customerId })
    const params = { id: mail.id, copyId: String((await open(mail.id)).copies[0]!.id) }
    const sales = (await createTestOperator(portal, 'berta', ['sales', 'content', 'money'])).visitor
    const customer = await portal.as(userId)
    const readonly = await portal.as(userId, { readonly: true })
    for (const [who, status] of [
      [sales, 403],
      [customer, 401],
      [readonly, 401],
      [portal.anonymous, 401],
    ] as const) {
      expect((await who.sendRaw(readMail, { params })).statusCode).toBe(status)
      expect((await who.sendRaw(readMailHtml, { params })).statusCode).toBe(status)
    }
    for (const wrong of [{ id: 'x' }, { id: crypto.randomUUID() }])
      expect((await operator.sendRaw(readMail, { params: wrong })).statusCode).toBe(404)
    for (const wrong of [{ copyId: 'x' }, { copyId: '0' }, { id: crypto.randomUUID() }, { id: "' or 1" }])
      expect((await operator.sendRaw(readMailHtml, { params: { ...params, ...wrong } })).statusCode).toBe(404)
  })

  test('that was not sent, or whose copy is gone, has nothing to open', async () => {
    await portal.context.db.deleteFrom('outbox_message').execute()
    await queue({ ...answered, customerId })
    const { id, has_copies } = await last()
    expect([has_copies, await open(id)]).toEqual([false, { copies: [], files: [] }])
  })

  test('is gone with its message', async () => {
    await send({ ...answered, customerId })
    await portal.context.db.deleteFrom('outbox_message').execute()
    expect(await portal.context.db.selectFrom('sent_mail').selectAll().execute()).toEqual([])
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

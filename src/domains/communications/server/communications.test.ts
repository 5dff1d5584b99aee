import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertAttachment,
  insertContract,
  insertCustomer,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { type NewMessage, queueMessage } from '#domains/messages/server/queue-message.ts'
import { listCommunications } from '../api.ts'
import { downloadMessageFile } from '../downloads.ts'

let portal: TestPortal
let contract: CreatedContract
let userId: number
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal()
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId, name: '0048213' })
  userId = await insertUser(db, { customerIds: [customerId], email: 'anna@example.test' })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

describe('the communications of a contract', () => {
  const params = { contractName: '0048213' }
  const paid = { number: 'FE2026/1', amountCents: 4569, ending: '4242' }

  beforeEach(async () => {
    await portal.context.db.deleteFrom('outbox_message').execute()
    await portal.context.db.deleteFrom('attachment').execute()
  })

  function queue(message: Partial<NewMessage>, at: string) {
    const { customerId, contractId } = contract
    const about = { kind: 'payments.succeeded', values: paid, customerId, contractId } as const
    return queueMessage(portal.context.db, { ...about, ...message }, new Date(at))
  }

  test('include its messages in the requested language, newest first, and its documents', async () => {
    await queue({}, '2026-10-01T10:00:00Z')
    await queue({ kind: 'payments.failed', link: '/invoices' }, '2026-11-01T10:00:00Z')
    const sent = { sent_at: new Date('2026-10-01T10:00:02Z'), sent_to: ['anna@example.test'] }
    await portal.context.db.updateTable('outbox_message').set(sent).where('kind', '=', 'payments.succeeded').execute()
    await insertAttachment(portal.context.db, { contract, name: 'Signed contract' })
    const { messages, documents } = await anna.send(listCommunications, { params })
    expect(messages).toMatchObject([
      {
        at: '2026-11-01T10:00:00.000Z',
        topic: 'payments',
        subject: 'No hemos podido cobrar la factura FE2026/1',
        action: { label: 'Pagar la factura', link: '/invoices' },
        mail: 'waiting',
        sent_to: [],
      },
      { subject: 'Has pagado la factura FE2026/1', action: null, mail: 'sent', sent_to: ['anna@example.test'] },
    ])
    expect(messages[1]!.text).toMatch(/^Hemos cobrado 45,69\u00a0€ .*\n\nEl justificante/)
    expect(documents).toMatchObject([{ name: 'Signed contract', created_date: '2024-02-03', size_text: '214 kB' }])

    const inGerman = await anna.sendRaw(listCommunications, { params }, { headers: { 'accept-language': 'de' } })
    expect(inGerman.json().messages[1].subject).toBe('Du hast die Rechnung FE2026/1 bezahlt')
  })

  test('include no one-time code, and nothing of another contract', async () => {
    const { contractId } = await insertContract(portal.context.db, { customerId: contract.customerId })
    await queue({ kind: 'signatures.code', values: { code: '123456' } }, '2026-10-01T10:00:00Z')
    await queue({ contractId }, '2026-10-01T10:00:00Z')
    expect(await anna.send(listCommunications, { params })).toEqual({
      messages: [],
      documents: [],
      n_items: 0,
      offset: 0,
      limit: 20,
    })
  })

  test('are paginated by day, with every message and document exactly once', async () => {
    for (let day = 10; day < 34; day++) await queue({}, new Date(Date.UTC(2026, 0, day, 10)).toISOString())
    await insertAttachment(portal.context.db, { contract, name: 'In between', created_on: '2026-01-20' })
    await queue({ kind: 'signatures.code', values: { code: '123456' } }, '2026-01-20T10:00:00Z')
    const seen: string[] = []
    for (const [offset, count] of [
      [0, 10],
      [10, 10],
      [20, 5],
      [30, 0],
    ] as const) {
      const page = await anna.send(listCommunications, { params, query: { offset, limit: 10 } })
      expect([page.n_items, page.offset, page.limit]).toEqual([25, offset, 10])
      expect(page.messages.length + page.documents.length).toBe(count)
      const days = [
        ...page.messages.map(({ at }) => at.slice(0, 10)),
        ...page.documents.map((each) => each.created_date),
      ]
      seen.push(...days.sort().reverse())
    }
    expect(seen).toEqual(seen.toSorted().reverse())
    expect(new Set(seen).size).toBe(24)
    for (const query of [{ offset: -1 }, { limit: 0 }, { limit: 101 }, { page: 2 }])
      expect((await anna.sendRaw(listCommunications, { params, query: query as never })).statusCode).toBe(400)
  })

  test('name the mailboxes that have refused a message', async () => {
    await queue({}, '2026-10-01T10:00:00Z')
    const refused = { given_up_at: new Date(), refused_by: ['anna@example.test'] }
    await portal.context.db.updateTable('outbox_message').set(refused).execute()
    const { messages } = await anna.send(listCommunications, { params })
    expect(messages).toMatchObject([{ mail: 'failed', sent_to: [], refused_by: ['anna@example.test'] }])
  })

  test('can be read with read-only access, and by no other customer', async () => {
    expect((await annaReadonly.sendRaw(listCommunications, { params })).statusCode).toBe(200)
    expect((await stranger.sendRaw(listCommunications, { params })).statusCode).toBe(404)
    expect((await anna.sendRaw(listCommunications, { params: { contractName: 'none' } })).statusCode).toBe(404)
    expect((await portal.anonymous.sendRaw(listCommunications, { params })).statusCode).toBe(401)
  })

  test('include the attached files', async () => {
    const fileKey = await portal.context.files.put(Buffer.from('%PDF-1.7 receipt'))
    await queue({ attachments: [{ fileKey, fileName: 'Justificante.pdf' }] }, '2026-10-01T10:00:00Z')
    const [message] = (await anna.send(listCommunications, { params })).messages
    expect(message!.files).toEqual([{ place: 0, filename: 'Justificante.pdf' }])
    const file = { ...params, messageId: message!.id, place: '0' }
    const answer = await anna.sendRaw(downloadMessageFile, { params: file })
    expect(answer.payload).toBe('%PDF-1.7 receipt')
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain('Justificante.pdf')
    expect((await stranger.sendRaw(downloadMessageFile, { params: file })).statusCode).toBe(404)
    expect((await portal.anonymous.sendRaw(downloadMessageFile, { params: file })).statusCode).toBe(401)
    for (const wrong of [{ place: '1' }, { place: '-1' }, { messageId: 'x' }, { contractName: 'none' }])
      expect((await anna.sendRaw(downloadMessageFile, { params: { ...file, ...wrong } })).statusCode).toBe(404)
  })
})

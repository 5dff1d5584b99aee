import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { mailTextsOf } from '#app/server/wiring/mount-messages.ts'
import { createQueueRunner, workOnDue, workOnNext } from '#kit/server/queue-runner.ts'
import { type MailMessage, maxConcurrentMails, PermanentlyRefusedError } from '#outside/mail/mail-sender.ts'
import type { TextMessage } from '#outside/sms/sms-sender.ts'
import { maxTries } from '../rules.ts'
import { type NewMessage, queueMessage } from './queue-message.ts'
import { createMessageWorker, type SendMessagesDeps } from './send-messages.ts'

const start = new Date('2026-11-20T15:24:00Z')
const paid = { number: 'FE2026/1', amountCents: 4569, ending: '4242' }

let portal: TestPortal
let customerId: number
let annaId: number
let now: Date
let sent: MailMessage[]
/** Called for each mail; may throw instead of accepting it. */
let trouble: (mail: MailMessage) => void
let texts: TextMessage[]
/** Whether text messages fail. */
let isLineDead: boolean
let logged: object[]
let deps: SendMessagesDeps

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db, files } = portal.context
  await db.deleteFrom('outbox_message').execute()
  await db.deleteFrom('unwanted_message').execute()
  await db.deleteFrom('user_account').execute()
  customerId = await insertCustomer(db)
  annaId = await insertUser(db, { customerIds: [customerId], email: 'anna@example.test', locale: 'ca' })
  now = start
  sent = []
  texts = []
  isLineDead = false
  trouble = () => {}
  logged = []
  const keep = (details: object) => logged.push(details)
  deps = {
    db,
    files,
    mail: {
      async send(mail) {
        trouble(mail)
        sent.push(mail)
      },
    },
    mailContext: {
      textsOf: mailTextsOf,
      retailer: () => portal.context.settings.now(),
      hrefOf: async (link) => `https://portal.example/oficina${link}`,
    },
    sms: {
      async send(message) {
        if (isLineDead) throw new Error('no network')
        texts.push(message)
      },
    },
    textOf: async ({ kind, values, link }, locale) => JSON.stringify([kind, values, link, locale]),
    fallbackLocale: () => 'es',
    clock: () => now,
    log: { warn: keep, error: keep },
  }
})

const queue = (message: Partial<NewMessage> = {}) =>
  queueMessage(portal.context.db, { kind: 'payments.succeeded', values: paid, customerId, ...message }, now)

async function sendAll() {
  while (await workOnNext(createMessageWorker(deps))) {}
}

function later(seconds: number) {
  now = new Date(now.getTime() + seconds * 1000)
}

const row = () => portal.context.db.selectFrom('outbox_message').selectAll().executeTakeFirstOrThrow()
const readers = () => sent.map(({ to }) => to)

describe('a message', () => {
  test('is written in the language of its reader, with one action that links to the portal', async () => {
    await queue({ userId: annaId, link: '/invoices?contractType=gas' })
    await sendAll()
    const [mail] = sent
    expect(mail).toMatchObject({
      to: 'anna@example.test',
      fromName: 'Demo Energia',
      subject: 'Has pagat la factura FE2026/1',
      messageId: (await row()).message_id,
      locale: 'ca',
    })
    expect(mail!.text).toContain('Hem cobrat 45,69\u00a0€ de la factura FE2026/1 a la targeta acabada en 4242.')
    expect(mail!.text).toContain('Consulta la factura:\nhttps://portal.example/oficina/invoices?contractType=gas')
    expect(mail!.text).toContain('Tria quins avisos reps: https://portal.example/oficina/profile/messages')
    expect(mail!.html).toContain('<html lang="ca">')
    expect(mail!.html).toContain('href="https://portal.example/oficina/invoices?contractType=gas"')
    expect(mail!.html.match(/<h1/g)).toHaveLength(1)
  })

  test('loads nothing from any server, and contains no scripts', async () => {
    await queue({ userId: annaId, link: '/invoices' })
    await sendAll()
    expect(sent[0]!.html).not.toMatch(/<img|<script|<link|url\(|src=/i)
  })

  test('shows customer input exactly as typed', async () => {
    await queue({ values: { ...paid, number: '<img src=x onerror="alert(1)">' } })
    await sendAll()
    expect(sent[0]!.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
    expect(sent[0]!.html).not.toContain('<img')
  })

  test('shows a one-time code before everything else', async () => {
    const values = { code: '482913', title: 'Canvi de potència', minutes: 10, signatureId: 'x' }
    await queue({ kind: 'signatures.code', values, userId: annaId })
    await sendAll()
    expect(sent[0]!.html).toMatch(/<p style="[^"]*font-size:48px[^"]*">482913<\/p>/)
    expect(sent[0]!.text.split('\n\n')[1]).toBe('482913')
  })

  test('includes its attachments', async () => {
    const fileKey = await portal.context.files.put(Buffer.from('%PDF-1.7'))
    await queue({ attachments: [{ fileKey, fileName: 'Justificant.pdf' }] })
    await sendAll()
    expect(sent[0]!.attachments).toEqual([{ fileName: 'Justificant.pdf', content: Buffer.from('%PDF-1.7') }])
  })
})

describe('its recipients are', () => {
  test('all users who manage the holder, each in their language and with a message id of their own', async () => {
    await insertUser(portal.context.db, { customerIds: [customerId], email: 'joan@example.test', locale: 'en' })
    await insertUser(portal.context.db, { customerIds: [customerId], email: 'ANNA@example.test', locale: 'de' })
    await insertUser(portal.context.db, { customerIds: [await insertCustomer(portal.context.db)] })
    await queue()
    await sendAll()
    expect(readers()).toEqual(['anna@example.test', 'joan@example.test'])
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Has pagat la factura FE2026/1',
      'You have paid invoice FE2026/1',
    ])
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2)
    expect((await row()).sent_to).toEqual(readers())
  })

  test('only the user that it is for', async () => {
    await insertUser(portal.context.db, { customerIds: [customerId] })
    await queue({ userId: annaId })
    await sendAll()
    expect(readers()).toEqual(['anna@example.test'])
  })

  test('the given address instead of the user’s own, in the language of the user', async () => {
    await queue({ userId: annaId, toAddress: 'old@example.test' })
    await sendAll()
    expect(sent).toMatchObject([{ to: 'old@example.test', locale: 'ca' }])
  })

  test('a visitor without an account, in the language of their visit and without preferences', async () => {
    await queue({ customerId: undefined, toAddress: 'visitor@example.test', locale: 'fr' })
    await queue({ customerId: undefined, toAddress: 'other@example.test' })
    await sendAll()
    expect(sent.map(({ locale }) => locale).sort()).toEqual(['es', 'fr'])
    expect(sent[0]!.text).not.toContain('/profile/messages')
  })

  test('not those who have opted out of its topic, unless the topic is required', async () => {
    await portal.context.db.insertInto('unwanted_message').values({ user_id: annaId, topic: 'payments' }).execute()
    await portal.context.db.insertInto('unwanted_message').values({ user_id: annaId, topic: 'account' }).execute()
    await queue()
    await queue({ toAddress: 'Anna@example.test' })
    await sendAll()
    expect(sent).toEqual([])
    expect((await row()).sent_at).toEqual(now)
    await queue({ kind: 'session.passwordChanged', values: { instant: '20/11/2026, 16:24' }, userId: annaId })
    await sendAll()
    expect(sent.map(({ subject }) => subject)).toEqual(['Has canviat la contrasenya'])
    expect(sent[0]!.text).not.toContain('/profile/messages')
  })
})

describe('a message that is not accepted', () => {
  test('is sent again later to the readers who have not received it', async () => {
    await insertUser(portal.context.db, { customerIds: [customerId], email: 'joan@example.test' })
    await queue()
    trouble = ({ to }) => {
      if (to === 'joan@example.test')
        throw Object.assign(new Error('451 <joan@example.test> busy'), { code: 'EENVELOPE', responseCode: 451 })
    }
    await sendAll()
    expect(readers()).toEqual(['anna@example.test'])
    expect((await row()).sent_at).toBeNull()

    trouble = () => {}
    later(59)
    await sendAll()
    expect(readers()).toEqual(['anna@example.test'])
    later(1)
    await sendAll()
    expect(readers()).toEqual(['anna@example.test', 'joan@example.test'])
    expect(await row()).toMatchObject({ sent_at: now, sent_to: readers() })
  })

  test('is given up in the end, stays in its table, and leaves no address in the log', async () => {
    await queue()
    trouble = () => {
      throw Object.assign(new Error('451 <anna@example.test> busy'), { code: 'EENVELOPE', responseCode: 451 })
    }
    for (let day = 0; day < 3; day++)
      for (let minute = 0; minute < 24 * 60; minute += 30) {
        later(30 * 60)
        await sendAll()
      }
    expect(await row()).toMatchObject({ sent_at: null, failures: maxTries })
    expect((await row()).given_up_at).not.toBeNull()
    expect(logged).toHaveLength(maxTries)
    expect(logged.at(-1)).toMatchObject({ kind: 'payments.succeeded', reason: 'EENVELOPE 451' })
    expect(JSON.stringify(logged)).not.toContain('example.test')
  })

  test('is given up at once if refused permanently, and leaves no address in the log', async () => {
    await queue()
    trouble = () => {
      throw new PermanentlyRefusedError(550)
    }
    await sendAll()
    expect(await row()).toMatchObject({
      sent_at: null,
      given_up_at: now,
      refused_by: ['anna@example.test'],
      failures: 1,
    })
    expect(logged).toMatchObject([{ kind: 'payments.succeeded', reason: 'refused for good' }])
    expect(JSON.stringify(logged)).not.toContain('example.test')
    later(24 * 3600)
    trouble = () => {}
    await sendAll()
    expect(sent).toEqual([])
  })

  test('is sent to the other readers if one of them refuses it permanently, and not sent to that one again', async () => {
    await insertUser(portal.context.db, { customerIds: [customerId], email: 'joan@example.test' })
    await queue()
    let tries = 0
    trouble = ({ to }) => {
      if (to === 'anna@example.test') throw new PermanentlyRefusedError(550)
      if (++tries === 1) throw new Error('busy')
    }
    await sendAll()
    expect(await row()).toMatchObject({ sent_at: null, refused_by: ['anna@example.test'] })
    later(60)
    await sendAll()
    expect(readers()).toEqual(['joan@example.test'])
    expect(await row()).toMatchObject({ sent_at: now, refused_by: ['anna@example.test'], sent_to: readers() })
  })

  test('does not delay other messages', async () => {
    await queue({ kind: 'payments.withoutTexts' })
    later(1)
    await queue()
    await sendAll()
    expect(readers()).toEqual(['anna@example.test'])
  })
})

test('a server that dies after sending sends again with the same message id', async () => {
  await queue()
  const dying = {
    ...deps,
    mail: {
      send: (mail: MailMessage) => {
        sent.push(mail)
        return new Promise<void>(() => {})
      },
    },
  }
  void workOnNext(createMessageWorker(dying))
  await expect.poll(() => sent.length).toBe(1)
  later(60)
  await sendAll()
  expect(sent).toHaveLength(2)
  expect(sent[0]!.messageId).toBe(sent[1]!.messageId)
  later(3600)
  await sendAll()
  expect(sent).toHaveLength(2)
})

describe('mails sent concurrently', () => {
  let underWay: string[]
  let most: number
  beforeEach(async () => {
    const { db } = portal.context
    for (let number = 0; number < 7; number++) {
      const other = await insertCustomer(db)
      await insertUser(db, { customerIds: [other], email: `other${number}@example.test` })
      await queue({ customerId: other })
    }
    for (const kind of ['payments.succeeded', 'session.passwordChanged', 'payments.failed'] as const) {
      later(1)
      await queue({ kind, values: { ...paid, instant: '' }, ...(kind === 'payments.succeeded' && { userId: annaId }) })
    }
    underWay = []
    most = 0
    const send = deps.mail.send
    deps.mail.send = async (mail) => {
      underWay.push(mail.to)
      most = Math.max(most, underWay.length)
      expect(underWay.filter((to) => to === 'anna@example.test').length).toBeLessThan(2)
      await vi.waitFor(() => expect(most).toBeGreaterThan(1))
      await send(mail)
      underWay.splice(underWay.indexOf(mail.to), 1)
    }
  })

  test('are limited in number, sent once each, and reach every reader in the order of events', async () => {
    while (await workOnDue(createMessageWorker(deps))) {}
    expect(sent).toHaveLength(10)
    expect(most).toBeLessThanOrEqual(maxConcurrentMails)
    const annas = sent.filter(({ to }) => to === 'anna@example.test').map(({ subject }) => subject)
    expect(annas).toEqual([
      'Has pagat la factura FE2026/1',
      'Has canviat la contrasenya',
      'No hem pogut cobrar la factura FE2026/1',
    ])
  })

  test('are completed before the program ends', async () => {
    const runner = createQueueRunner(createMessageWorker(deps), () => runner.close())
    runner.wake()
    await runner.whenIdle()
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.length).toBeLessThanOrEqual(maxConcurrentMails)
  })
})

test('concurrent servers send each message once', async () => {
  for (let number = 0; number < 8; number++) await queue()
  await Promise.all(Array.from({ length: 4 }, () => workOnDue(createMessageWorker(deps))))
  expect(sent).toHaveLength(8)
})

test('a message of a transaction that rolls back is not sent', async () => {
  const failing = portal.context.db.transaction().execute(async (transaction) => {
    await queueMessage(transaction, { kind: 'payments.succeeded', values: paid, customerId }, now)
    throw new Error('the power went out')
  })
  await expect(failing).rejects.toThrow()
  await sendAll()
  expect(sent).toEqual([])
})

test('a text message is sent in the requested language, and retried when it was not accepted', async () => {
  const values = { contract: '0049077' }
  await queue({
    kind: 'sms.activate',
    customerId: undefined,
    values,
    toAddress: '+34612345678',
    locale: 'gl',
    link: '/signature/1',
  })
  isLineDead = true
  await sendAll()
  expect(await row()).toMatchObject({ sent_at: null, given_up_at: null, failures: 1 })
  isLineDead = false
  later(60)
  await sendAll()
  const text = JSON.stringify(['sms.activate', values, '/signature/1', 'gl'])
  expect(texts).toEqual([{ to: '+34612345678', text, at: now }])
  expect(await row()).toMatchObject({ sent_at: now, sent_to: ['+34612345678'] })
  expect(sent).toEqual([])
})

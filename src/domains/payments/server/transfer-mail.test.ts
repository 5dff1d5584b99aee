import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { mailTextsOf } from '#app/server/wiring/mount-messages.ts'
import { createMessageWorker } from '#domains/messages/server/send-messages.ts'
import { workOnNext } from '#kit/server/queue-runner.ts'
import type { MailSender } from '#outside/mail/mail-sender.ts'
import { type ParsedMail, parseMail } from '#outside/mail/parse-mail.ts'
import { createSmtpMail } from '#outside/mail/smtp-mail.ts'
import { locales } from '#vocabulary/locale.ts'
import { payItem } from '../api.ts'

type Decode = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null
const decodeCode = createRequire(import.meta.url)('jsqr') as Decode

const account = 'ES9121000418450200051332'
let portal: TestPortal
let anna: TestVisitor
let userId: number
let invoiceId: number
let server: SMTPServer
let mail: MailSender
let arrived: ParsedMail[]

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' } })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId })
  userId = await insertUser(db, { customerIds: [customerId], email: 'anna@example.test' })
  anna = await portal.as(userId)
  invoiceId = await insertInvoice(db, { contract, number: 'FE26/71', amount_total_cents: 4_569 })
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      arrived.push(parseMail(await buffer(stream)))
      done()
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as { port: number }
  mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: 'hola@demo-energia.example' })
})
afterAll(async () => {
  mail.close!()
  await new Promise<void>((closed) => server.close(() => closed()))
  await portal.close()
})
beforeEach(async () => {
  arrived = []
  const { db } = portal.context
  await db.deleteFrom('outbox_message').execute()
  await db.deleteFrom('visitor_throttle').execute()
  for (const [name, value] of Object.entries({ account, bic: 'CAIXESBBXXX', beneficiary: 'Demo Energía, S.L.' }))
    await portal.set(`payment.transfer.${name}`, value)
})

test('the mail about a declined card shows the QR code of the transfer, with the data of the mail', async () => {
  const sent = await declined()
  const [picture] = sent.pictures
  expect(sent.html).toContain(`src="cid:${picture!.contentId}"`)
  expect(sent.html).toMatch(/alt="Código QR con la cuenta, el beneficiario, el importe y el concepto/)
  expect(sent.html).toContain('O escanea este código con la aplicación de tu banco')
  expect(sent.attachments).toEqual([])
  expect(decoded(picture!.content)).toBe(
    `BCD\n002\n1\nSCT\nCAIXESBBXXX\nDemo Energía, S.L.\n${account}\nEUR45.69\n\n\nFE26/71`,
  )
  expect(sent.text).toContain('Cuenta: ES91 2100 0418 4502 0005 1332')
  expect(picture!.content.length).toBeLessThan(4_000)
})

test('the outbox holds only the text of the QR code', async () => {
  await declined()
  const row = await portal.context.db.selectFrom('outbox_message').selectAll().executeTakeFirstOrThrow()
  expect(row.values).toMatchObject({ qrCode: expect.stringMatching(/^BCD\n002\n/) })
  expect(row.attachments).toEqual([])
  expect(JSON.stringify(row.values).length).toBeLessThan(1_000)
})

test.each(locales)('in %s the QR code has alternative texts', async (locale) => {
  const { text } = mailTextsOf(locale, 'payments.declined')
  await portal.context.db.updateTable('user_account').set({ locale }).where('user_id', '=', userId).execute()
  const sent = await declined()
  expect(sent.html).toContain(`alt="${text('codeAlternative')}"`)
  expect(sent.html).toContain(text('codeCaption'))
  expect(text('codeAlternative')).toContain('QR')
  await portal.context.db.updateTable('user_account').set({ locale: 'es' }).where('user_id', '=', userId).execute()
})

test('the mail has no picture without an account', async () => {
  await portal.set('payment.transfer.account', '')
  const sent = await declined()
  expect(sent.pictures).toEqual([])
  expect(sent.html).not.toContain('<img')
})

/** Returns the mail about a declined card, as the SMTP server receives it. */
async function declined(): Promise<ParsedMail> {
  const { db, files, settings } = portal.context
  const method = await portal.app.inject({
    method: 'POST',
    url: '/sandbox-provider/v1/payment_methods',
    payload: { number: '4000000000000002', exp_month: '12', exp_year: '34', cvc: '123' },
  })
  const body = {
    payment_method_id: method.json().id,
    platform_name: 'sandbox',
    item_id: invoiceId,
    related_object_type: 'invoice' as const,
  }
  await anna.send(payItem, { body })
  const worker = createMessageWorker({
    db,
    files,
    mail,
    mailContext: {
      textsOf: mailTextsOf,
      retailer: () => settings.now(),
      hrefOf: async (link) => `https://portal.example${link}`,
    },
    sms: { send: async () => {} },
    textOf: async () => '',
    fallbackLocale: () => 'es',
    clock: () => new Date(Date.now() + 60_000),
    log: { warn: () => {}, error: () => {} },
  })
  await workOnNext(worker)
  expect(arrived).toHaveLength(1)
  return arrived[0]!
}

/** Decodes a QR code from a PNG of one bit per pixel, as a banking app would. */
function decoded(png: Buffer): string | undefined {
  const width = png.readUInt32BE(16)
  expect([...png.subarray(24, 26)]).toEqual([1, 0])
  const at = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  const rowBytes = 1 + Math.ceil(width / 8)
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let row = 0; row < width; row++)
    for (let column = 0; column < width; column++)
      if (!(rows[row * rowBytes + 1 + (column >> 3)]! & (0x80 >> (column & 7))))
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  return decodeCode(pixels, width, width)?.data
}

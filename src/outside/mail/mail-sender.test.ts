import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMailFolder } from './mail-folder.ts'
import { type MailMessage, type MailSender, PermanentlyRefusedError } from './mail-sender.ts'
import { type ParsedMail, parseMail } from './parse-mail.ts'
import { createSmtpMail } from './smtp-mail.ts'

/** A mail transport and the mails that arrived through it. */
type Bench = { mail: MailSender; arrived(): Promise<ParsedMail[]>; close(): Promise<void> }

const from = 'hola@demo-energia.example'

const message: MailMessage = {
  messageId: '0b2c1e64-6d3e-4b44-9d0a-6f0f5a0d7b11',
  fromName: 'Demo Energía, S.A.',
  to: 'anna@example.test',
  subject: 'Has pagado 45,69 € de la factura FE2026/000123: guarda este correo si quieres tener el justificante a mano',
  text: 'Hola, Anna:\n\n.Una línea que empieza con un punto, y otra larga: '.concat('añil '.repeat(60)),
  html: '<!doctype html><html lang="es"><body><p>Hola, Anna · 45,69&nbsp;€ = «pagado»</p></body></html>',
  locale: 'es',
  writtenAt: new Date('2026-11-20T10:00:00Z'),
  attachments: [{ fileName: 'Petición nº 7.pdf', content: Buffer.from('%PDF-1.7\r\n\r\n--x\r\nñ') }],
}

async function folderBench(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'llum-mail-'))
  return {
    mail: createMailFolder({ folder: join(folder, 'mail'), from }),
    async arrived() {
      const names = await readdir(join(folder, 'mail')).catch(() => [])
      return Promise.all(names.sort().map(async (name) => parseMail(await readFile(join(folder, 'mail', name)))))
    },
    close: () => rm(folder, { recursive: true }),
  }
}

async function smtpBench(): Promise<Bench> {
  const taken = new Map<string, ParsedMail>()
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'llum' && password === 'se/creto' ? done(null, { user: username }) : done(new Error('unknown')),
    async onData(stream, session, done) {
      const mail = parseMail(await buffer(stream))
      expect(session.envelope.rcptTo.map(({ address }) => address)).toEqual([mail.to])
      taken.set(mail.messageId, mail)
      done()
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as { port: number }
  const mail = createSmtpMail({ url: `smtp://llum:se%2Fcreto@127.0.0.1:${port}`, from })
  return {
    mail,
    arrived: async () => [...taken.values()],
    async close() {
      mail.close!()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

describe.each([
  ['a folder', folderBench],
  ['an SMTP server', smtpBench],
])('a mail that goes to %s', (_, open) => {
  let bench: Bench
  beforeEach(async () => {
    bench = await open()
    return () => bench.close()
  })

  test('arrives with its text, HTML and attachments unchanged', async () => {
    await bench.mail.send(message)
    expect(await bench.arrived()).toEqual([
      {
        from: 'Demo Energía, S.A. <hola@demo-energia.example>',
        to: 'anna@example.test',
        subject: message.subject,
        sentAt: message.writtenAt,
        messageId: `<${message.messageId}@demo-energia.example>`,
        text: message.text,
        html: message.html,
        attachments: message.attachments,
        pictures: [],
      },
    ])
  })

  test('includes the pictures of its HTML, which are not attachments', async () => {
    const content = Buffer.from('\x89PNG\r\n\x1a\n')
    await bench.mail.send({ ...message, pictures: [{ contentId: 'code@one', fileName: 'code.png', content }] })
    const [arrived] = await bench.arrived()
    expect(arrived!.pictures).toEqual([{ contentId: 'code@one', content }])
    expect(arrived!.attachments).toEqual(message.attachments)
    expect([arrived!.html, arrived!.text]).toEqual([message.html, message.text])
  })

  test('arrives once, however often it is sent', async () => {
    await bench.mail.send(message)
    await bench.mail.send(message)
    await bench.mail.send({ ...message, messageId: 'another' })
    expect(await bench.arrived()).toHaveLength(2)
  })

  test('has no injected headers, whatever its subject contains', async () => {
    await bench.mail.send({ ...message, subject: 'Petición\r\nBcc: mallory@example.test' })
    const [arrived] = await bench.arrived()
    expect(arrived!.subject).toBe('Petición Bcc: mallory@example.test')
  })
})

test('sends mails to an SMTP server over one connection, and over a new one once that is closed', async () => {
  let connections = 0
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_, done) {
      connections++
      done()
    },
    onData: (stream, _, done) => stream.resume().on('end', () => done()),
  })
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as { port: number }
  const mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from })
  for (let count = 0; count < 3; count++) await mail.send(message)
  expect(connections).toBe(1)
  for (const socket of sockets) socket.destroy()
  await mail.send(message)
  expect(connections).toBe(2)
  mail.close!()
  await new Promise<void>((closed) => server.close(() => closed()))
})

test('throws when no server accepts the mail', async () => {
  const closed = createSmtpMail({ url: 'smtp://127.0.0.1:1', from })
  await expect(closed.send(message)).rejects.toThrow()
})

describe('a mail that an SMTP server rejects', () => {
  const failure = (code: number) => Object.assign(new Error('<anna@example.test> no'), { responseCode: code })

  /**
   * Sends a mail to a server that rejects the sign-in, the sender, the recipient or the content, and returns the
   * result.
   */
  async function sendTo(at: 'onAuth' | 'onMailFrom' | 'onRcptTo' | 'onData', code: number) {
    const server = new SMTPServer({
      authOptional: at !== 'onAuth',
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_, __, done) => (at === 'onAuth' ? done(failure(code)) : done(null, { user: 'llum' })),
      onMailFrom: (_, __, done) => done(at === 'onMailFrom' ? failure(code) : null),
      onRcptTo: (_, __, done) => done(at === 'onRcptTo' ? failure(code) : null),
      onData: (stream, _, done) => stream.resume().on('end', () => done(at === 'onData' ? failure(code) : null)),
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.server.address() as { port: number }
    const mail = createSmtpMail({ url: `smtp://llum:secret@127.0.0.1:${port}`, from })
    try {
      return await mail.send(message).catch((error: Error) => error)
    } finally {
      mail.close!()
      await new Promise<void>((closed) => server.close(() => closed()))
    }
  }

  test.each([
    ['onRcptTo', 550, true, 'there is no such mailbox'],
    ['onData', 554, true, 'the mail is not taken'],
    ['onRcptTo', 451, false, 'the mailbox is busy, and the mail is taken later'],
    ['onData', 452, false, 'the disk is full for now'],
    ['onMailFrom', 550, false, 'our own address is not let in, which the retailer mends'],
    ['onAuth', 535, false, 'our own password is wrong, which the retailer mends'],
  ] as const)('at %s with %i is refused permanently: %s, %s', async (at, code, isForGood, _why) => {
    const error = await sendTo(at, code)
    expect(error).toBeInstanceOf(Error)
    expect(error instanceof PermanentlyRefusedError).toBe(isForGood)
    if (isForGood) expect((error as Error).message).toBe(`refused for good, ${code}`)
  })
})

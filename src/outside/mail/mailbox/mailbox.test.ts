import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { createMailFolder } from '../mail-folder.ts'
import type { MailMessage } from '../mail-sender.ts'

const mail: MailMessage = {
  messageId: 'one',
  fromName: 'Demo Energia',
  to: 'anna@example.test',
  subject: 'Tu código <b>',
  text: 'Tu código es 482913.',
  html: '<!doctype html><html lang="es"><head><title>x</title></head><body><a href="/x">482913</a><img src="cid:code@one" alt="x"><script>1</script></body></html>',
  locale: 'es',
  writtenAt: new Date('2026-11-20T10:00:00Z'),
  attachments: [{ fileName: 'Petición.pdf', content: Buffer.from('%PDF-1.7') }],
  pictures: [{ contentId: 'code@one', fileName: 'code.png', content: Buffer.from('PNG') }],
}
const name = '2026-11-20T10-00-00-000Z_one.eml'

async function openPortal(demo: 'on' | 'off', holdsDemo = true) {
  const portal = await startTestPortal({ environment: { DEMO: demo }, demo: holdsDemo ? 'empty' : 'none' })
  const { dataFolder } = portal.context.config
  const box = createMailFolder({ folder: join(dataFolder, 'mail'), from: 'hola@example.test' })
  await box.send(mail)
  await box.send({ ...mail, messageId: 'two', subject: 'Más nuevo', writtenAt: new Date('2026-11-20T11:00:00Z') })
  await mkdir(join(dataFolder, 'sms'))
  const sms = 'To: +34600000101\nAt: 2026-11-20T12:00:00.000Z\n\nDemo Energia: 739102 es tu código.\n'
  await writeFile(join(dataFolder, 'sms', '2026-11-20T12-00-00.000Z-three.txt'), sms)
  return portal
}

const pageOf = (portal: TestPortal, path = '', headers = {}) =>
  portal.app.inject({ url: `/demo/mail${path}`, headers: { host: 'portal.test', ...headers } })

describe('in the demo', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await openPortal('on')
  })
  afterAll(() => portal.close())

  test('lists sent messages newest first, text messages among the mails', async () => {
    const page = await pageOf(portal)
    expect(page.statusCode).toBe(200)
    const subjects = [...page.payload.matchAll(/class="subject">(.*?)</g)].map(([, subject]) => subject)
    expect(subjects).toEqual(['Demo Energia: 739102 es tu código.', 'Más nuevo', 'Tu código &lt;b&gt;'])
  })

  test('shows a mail in a sandboxed frame and as plain text', async () => {
    const page = await pageOf(portal, `/${name}`)
    expect(page.payload).toContain('Tu código es 482913.')
    expect(page.payload).toContain('Petición.pdf')
    expect(page.payload).toContain(`src="/demo/mail/${name}/html"`)
    expect(page.payload).not.toContain('<script')
    const frame = await pageOf(portal, `/${name}/html`)
    const policy = frame.headers['content-security-policy']
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('sandbox')
    expect(policy).not.toContain('allow-scripts')
    expect(frame.payload).toContain('482913')
    expect(frame.payload).toContain('<img src="data:image/png;base64,UE5H" alt="x">')
    expect(policy).toContain('img-src data:')
    expect(page.payload).not.toContain('code.png')
  })

  test('offers its attachments for download and shows a text message', async () => {
    const file = await pageOf(portal, `/${name}/files/0`)
    expect(file.rawPayload.toString()).toBe('%PDF-1.7')
    expect(file.headers['content-disposition']).toMatch(/^attachment/)
    const sms = await pageOf(portal, '/2026-11-20T12-00-00.000Z-three.txt')
    expect(sms.payload).toContain('<p class="sms">Demo Energia: 739102 es tu código.</p>')
  })

  test('uses the visitor’s language', async () => {
    expect((await pageOf(portal, '', { 'accept-language': 'de' })).payload).toContain('Postfach der Demonstration')
  })

  test.each(['/none.eml', '/..%2Fsms%2F2026-11-20T12-00-00.000Z-three.txt', '/%2e%2e', `/${name}/files/1`])(
    'has no %s',
    async (path) => {
      expect((await pageOf(portal, path)).statusCode).toBe(404)
    },
  )
})

test.each([
  ['the demo is off', 'off', true],
  ['the database holds real customers', 'on', false],
] as const)('refuses access where %s', async (_, demo, holdsDemo) => {
  const portal = await openPortal(demo, holdsDemo)
  for (const path of ['', `/${name}`, `/${name}/html`, `/${name}/files/0`])
    expect((await pageOf(portal, path)).statusCode).toBe(404)
  await portal.close()
})

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSessionToken } from '#domains/session/server/sign-in/sign-in.ts'
import { socketFolderOf } from '#kit/server/embedded-postgres/socket-lock.ts'
import { insertCustomer, insertUser } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { makeContext } from '../wiring/context.ts'
import { readConfig } from './config.ts'
import { embeddedFolderOf } from './open-database.ts'

let database: TestDatabase
let folder: string
let program: ChildProcess
let origin: string
let said = ''

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'llum-start-'))
  origin = `http://localhost:${await freePort()}`
  program = spawn(process.execPath, [resolve('src/app/server/main.ts')], {
    cwd: folder,
    // As with `npm start`, with a database URL and nothing else.
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: new URL(origin).port,
      DATABASE_URL: addressOf(database),
    },
  })
  for (const stream of [program.stdout!, program.stderr!]) stream.on('data', (words) => (said += words))
  await vi.waitFor(() => expect(said).toContain('Llum is at'), { timeout: 100_000 })
})
afterAll(async () => {
  const over = new Promise((done) => program.once('close', done))
  program.kill()
  await over
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the URL of the database: a socket for the embedded one. */
function addressOf({ environment }: TestDatabase): string {
  const socket = socketFolderOf(embeddedFolderOf({ dataFolder: environment.DATA_DIR! }))
  return environment.DATABASE_URL ?? `postgres://postgres@localhost/postgres?host=${encodeURIComponent(socket)}`
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

async function aTokenOfAnna(): Promise<string> {
  const config = readConfig({ LOG_LEVEL: 'silent', DEMO: 'off', ...database.environment })
  const context = await makeContext({ config, pool: database.pool, log: { warn() {} } })
  context.watch.stop()
  context.settings.stop()
  context.keys.stop()
  const userId = await insertUser(context.db, { customerIds: [await insertCustomer(context.db)] })
  return createSessionToken(context, { userId, locale: 'es' }, { readonly: false })
}

test('a start with only DATABASE_URL creates no demonstration', async () => {
  expect(said).not.toMatch(/demo|Log in as/i)
  expect(said).toContain('MAIL_URL')
  const { rows } = await database.pool.query(`select name from secret_key where name like 'demo%'`)
  expect(rows).toEqual([])
})

test.each(['/demo/mail', '/demo/mail.css', '/sandbox-provider/fields', '/sandbox-provider/frame'])(
  'there is no %s',
  async (path) => {
    expect((await fetch(origin + path)).status).toBe(404)
  },
)

test('it offers no card payment, and accepts no test card', async () => {
  const headers = { authorization: `Bearer ${await aTokenOfAnna()}` }
  const read = (path: string) => fetch(origin + path, { headers })
  expect(await (await read('/api/v2/payment_platforms_available')).json()).toEqual({ platforms: [] })
  const key = await read('/api/v1/publishable_key/sandbox')
  expect([key.status >= 400, key.status < 500]).toEqual([true, true])
  const body = { number: '4242424242424242', expiry: '12/30', cvc: '123' }
  const card = await fetch(`${origin}/sandbox-provider/v1/payment_methods`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(card.status).toBe(404)
})

test('a new contract states that a person checks identity and solvency', async () => {
  expect(await (await fetch(`${origin}/api/v1/contractacio/config`)).json()).toMatchObject({ checks_by_person: true })
})

test('its URLs do not follow the Host header', async () => {
  const { request } = await import('node:http')
  const text = await new Promise<string>((done, fail) => {
    const clientRequest = request(`${origin}/sitemap.xml`, { headers: { host: 'evil.example' } }, (reply) => {
      let body = ''
      reply.on('data', (words) => (body += words)).on('end', () => done(body))
    })
    clientRequest.on('error', fail).end()
  })
  expect(text).not.toContain('evil.example')
})

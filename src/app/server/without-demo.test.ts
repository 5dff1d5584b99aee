import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newToken } from '#domains/session/server/entry.ts'
import { socketFolderOf } from '#kit/server/embedded-postgres/embedded-postgres.ts'
import { readConfig } from './config.ts'
import { makeContext } from './context.ts'
import { embeddedFolderOf } from './open-database.ts'
import { aCustomer, aUser } from './testing/builders.ts'
import { type TestDatabase, testDatabase } from './testing/test-database.ts'

let database: TestDatabase
let folder: string
let program: ChildProcess
let origin: string
let said = ''

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'llum-start-'))
  origin = `http://localhost:${await freePort()}`
  program = spawn(process.execPath, [resolve('src/app/server/main.ts')], {
    cwd: folder,
    // As `npm start` has it, with the address of a database and nothing else.
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

/** The embedded database is found by its socket, as any other is by its address. */
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
  context.settings.stop()
  context.keys.stop()
  const userId = await aUser(context.db, { customerIds: [await aCustomer(context.db)] })
  return newToken(context, { userId, locale: 'es' }, { readonly: false })
}

test('a start with DATABASE_URL and nothing else makes no demonstration', async () => {
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

test('it offers no card, and no test card is taken', async () => {
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

test('a new contract says that a person checks who it is, and that they pay', async () => {
  expect(await (await fetch(`${origin}/api/v1/contractacio/config`)).json()).toMatchObject({ checks_by_person: true })
})

test('its addresses do not follow the Host header', async () => {
  const { request } = await import('node:http')
  const text = await new Promise<string>((done, fail) => {
    const asked = request(`${origin}/sitemap.xml`, { headers: { host: 'evil.example' } }, (reply) => {
      let body = ''
      reply.on('data', (words) => (body += words)).on('end', () => done(body))
    })
    asked.on('error', fail).end()
  })
  expect(text).not.toContain('evil.example')
})

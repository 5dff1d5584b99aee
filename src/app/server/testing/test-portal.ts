import { readFile } from 'node:fs/promises'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Kysely } from 'kysely'
import type { DemoOptions } from '#db/demo/create-demo.ts'
import type { DB } from '#db/tables.ts'
import { storeSetting } from '#domains/retailer/server/live-settings.ts'
import { createSessionToken } from '#domains/session/server/sign-in/sign-in.ts'
import { type Call, pathOf, type Reply } from '#kit/call.ts'
import { createKysely, openPool } from '#kit/server/database.ts'
import { type CallInput, makeSend, queryStringOf } from '#kit/web/send.ts'
import { makeApp, type PortalSource } from '../app.ts'
import { type Config, readConfig } from '../process/config.ts'
import { type Context, makeContext, openFiles } from '../wiring/context.ts'
import { markAsDemo } from './builders.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

const host = 'portal.test'

/** How the demonstration retailer of a test is created. */
export type TestDemoOptions = Omit<DemoOptions, 'db' | 'files'>

/** A client of the portal under test. */
export type TestVisitor = {
  /** Makes a call like the portal's own browser code. @throws Refused. */
  send<C extends Call>(definition: C, sent: CallInput<C>): Promise<Reply<C>>
  /** Makes a call and returns the raw HTTP response. */
  sendRaw<C extends Call>(
    definition: C,
    sent: CallInput<C>,
    more?: { version?: number; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse>
  token?: string
}

export type TestPortal = {
  app: FastifyInstance
  context: Context
  /** The environment variables by which a command finds the same database. */
  environment: Record<string, string>
  /** Without a session. */
  anonymous: TestVisitor
  /** Signed in as a user, optionally with a read-only session. */
  as(userId: number, options?: { readonly?: boolean }): Promise<TestVisitor>
  set(path: string, value: unknown): Promise<void>
  setClock(now: Date): void
  close(): Promise<void>
}

/**
 * Starts the real application on its own database. `now` fixes its clock; without it time passes. With DEMO=on the
 * database is an empty demonstration, unless `demo` says otherwise.
 */
export async function startTestPortal({
  environment = {},
  portal = { kind: 'none' },
  now,
  demo = 'empty',
  role,
}: {
  environment?: Record<string, string>
  portal?: PortalSource
  now?: Date
  /** What the database contains with DEMO=on: the whole demonstration retailer, only its marker, or nothing of it. */
  demo?: TestDemoOptions | 'empty' | 'none'
  /** The role of deploy/roles.sql to connect as, on a separate PostgreSQL; by default the owner. */
  role?: string
} = {}): Promise<TestPortal> {
  const database = await (role ? openDatabaseAs(role) : openTestDatabase())
  let clock = now ? () => now : () => new Date()
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    // Stand-ins for providers run on this machine.
    PRIVATE_ADDRESSES: 'on',
    ...database.environment,
    ...environment,
  })
  if (config.demo === 'on' && demo !== 'none') await fillDemo(createKysely<DB>(database.pool), { config, demo })
  const context = await makeContext({ config, pool: database.pool, log: { warn() {} }, clock: () => clock() })
  const app = await makeApp(context, { portal })

  return {
    app,
    context,
    environment: database.environment,
    anonymous: createVisitor(app, config.basePath),
    async as(userId, { readonly = false } = {}) {
      return createVisitor(
        app,
        config.basePath,
        await createSessionToken(context, { userId, locale: 'es' }, { readonly }),
      )
    },
    async set(path, value) {
      await storeSetting(context.db, { path, value, now: context.clock() })
      await context.settings.refresh()
    },
    setClock(time) {
      clock = () => time
    },
    async close() {
      await app.close()
      await database.close()
    },
  }
}

async function openDatabaseAs(role: string): Promise<TestDatabase> {
  const { pool: owner, environment, close } = await openTestDatabase()
  await owner.query(await readFile('deploy/roles.sql', 'utf8'))
  const address = new URL(environment.DATABASE_URL!)
  address.username = role
  const pool = openPool({ url: address.href })
  return {
    pool,
    environment: { ...environment, DATABASE_URL: address.href },
    async close() {
      await pool.end()
      await close()
    },
  }
}

function createVisitor(app: FastifyInstance, basePath: string, token?: string): TestVisitor {
  const identity: Record<string, string> = { host, ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const inject = ({ url, ...options }: InjectOptions & { url: string }) =>
    app.inject({ ...options, url: basePath + url, headers: { ...identity, ...options.headers } })
  const send = makeSend(async ({ method, path, headers, body }) => {
    const answer = await inject({ method: method as 'GET', url: path, headers, payload: body })
    return { status: answer.statusCode, text: answer.payload }
  })
  return {
    token,
    send,
    sendRaw(definition, sent, { version = Math.max(...definition.versions), headers } = {}) {
      const { params, query, body } = sent as { params?: Record<string, string>; query?: object; body?: object }
      return inject({
        method: definition.method,
        url: pathOf(definition, version, params ?? {}) + queryStringOf(query),
        headers,
        payload: body,
      })
    },
  }
}

async function fillDemo(db: Kysely<DB>, { config, demo }: { config: Config; demo: TestDemoOptions | 'empty' }) {
  if (demo === 'empty') return markAsDemo(db)
  // Few tests need it, and it imports a lot.
  const { createDemo } = await import('#db/demo/create-demo.ts')
  await createDemo({ db, files: openFiles(config), ...demo })
}

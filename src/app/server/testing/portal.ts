import { readFile } from 'node:fs/promises'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Kysely } from 'kysely'
import type { DemoOptions } from '#db/demo/create-demo.ts'
import type { DB } from '#db/tables.ts'
import { storeSetting } from '#domains/operator/server/live-settings.ts'
import { newToken } from '#domains/session/server/entry.ts'
import { type Call, pathOf, type Reply } from '#kit/call.ts'
import { openPool, queries } from '#kit/server/database.ts'
import { makeSend, type Sent, searchOf } from '#kit/web/send.ts'
import { makeApp, type PortalSource } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { type Context, filesOf, makeContext } from '../context.ts'
import { aDemo } from './builders.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

const host = 'portal.test'

/** How the demonstration retailer of a test is made. */
export type MadeDemo = Omit<DemoOptions, 'db' | 'files'>

/** Somebody who speaks to the portal under test. */
export type Visitor = {
  /** Makes a call like the portal's own browser half. @throws Refused. */
  send<C extends Call>(definition: C, sent: Sent<C>): Promise<Reply<C>>
  /** Makes a call and answers the HTTP response as it is. */
  ask<C extends Call>(
    definition: C,
    sent: Sent<C>,
    more?: { version?: number; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse>
  token?: string
}

export type TestPortal = {
  app: FastifyInstance
  context: Context
  /** The variables by which a command finds the same database. */
  environment: Record<string, string>
  /** Without a session. */
  anonymous: Visitor
  /** Signed in as a user, perhaps with a read-only session. */
  as(userId: number, options?: { readonly?: boolean }): Promise<Visitor>
  set(path: string, value: unknown): Promise<void>
  setClock(now: Date): void
  close(): Promise<void>
}

/**
 * The real application on a database of its own. `now` stops its clock there; without it time passes. With DEMO=on the
 * database is that of the demonstration, though empty, unless `demo` says otherwise.
 */
export async function testPortal({
  environment = {},
  portal = { kind: 'none' },
  now,
  demo = 'empty',
  role,
}: {
  environment?: Record<string, string>
  portal?: PortalSource
  now?: Date
  /** What the database holds where DEMO is on: the whole demonstration retailer, only its mark, or nothing of it. */
  demo?: MadeDemo | 'empty' | 'none'
  /** Which of the roles of deploy/roles.sql it is, on a PostgreSQL of its own; otherwise it is the owner. */
  role?: string
} = {}): Promise<TestPortal> {
  const database = await (role ? databaseAs(role) : testDatabase())
  let clock = now ? () => now : () => new Date()
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    // Stand-ins for providers are on this machine.
    PRIVATE_ADDRESSES: 'on',
    ...database.environment,
    ...environment,
  })
  if (config.demo === 'on' && demo !== 'none') await fillDemo(queries<DB>(database.pool), { config, demo })
  const context = await makeContext({ config, pool: database.pool, log: { warn() {} }, clock: () => clock() })
  const app = await makeApp(context, { portal })

  return {
    app,
    context,
    environment: database.environment,
    anonymous: visitor(app, config.basePath),
    async as(userId, { readonly = false } = {}) {
      return visitor(app, config.basePath, await newToken(context, { userId, locale: 'es' }, { readonly }))
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

async function databaseAs(role: string): Promise<TestDatabase> {
  const { pool: owner, environment, close } = await testDatabase()
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

function visitor(app: FastifyInstance, basePath: string, token?: string): Visitor {
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
    ask(definition, sent, { version = Math.max(...definition.versions), headers } = {}) {
      const { params, query, body } = sent as { params?: Record<string, string>; query?: object; body?: object }
      return inject({
        method: definition.method,
        url: pathOf(definition, version, params ?? {}) + searchOf(query),
        headers,
        payload: body,
      })
    },
  }
}

async function fillDemo(db: Kysely<DB>, { config, demo }: { config: Config; demo: MadeDemo | 'empty' }) {
  if (demo === 'empty') return aDemo(db)
  // Few tests need it, and it brings much along.
  const { createDemo } = await import('#db/demo/create-demo.ts')
  await createDemo({ db, files: filesOf(config), ...demo })
}

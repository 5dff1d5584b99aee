import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import type { PageLimits } from '#app/server/pages/page-workers.ts'
import { startTestPortal, type TestDemoOptions, type TestPortal } from '#app/server/testing/test-portal.ts'

/** A portal that browsers can reach, and its address without a trailing slash. */
export type RunningPortal = TestPortal & { address: string }

/**
 * Starts the built portal on its own port with its own empty database. Rows come from the builders, or from `rows`,
 * which is called before the first visit.
 * @throws if the portal has not been built.
 */
export async function startPortal({
  environment = {},
  now,
  port = 0,
  demo,
  pageLimits,
}: {
  environment?: Record<string, string>
  /** Fixes the clock of the server at this time. */
  now?: Date
  /** A port reserved earlier, for callers that must know the address of the portal first. By default any free port. */
  port?: number
  /** The demonstration retailer to load if DEMO is on. Otherwise only its branding is set. */
  demo?: TestDemoOptions
  /** How many pages the server renders before it leaves them to browsers. */
  pageLimits?: PageLimits
} = {}): Promise<RunningPortal> {
  const folder = portalFolderPath()
  if (!existsSync(join(folder, 'server/entry-server.js')))
    throw new Error(`There is no built portal in ${folder}. Build it with: npm run build`)
  const portal = await startTestPortal({ environment, now, demo, portal: { kind: 'built', folder, pageLimits } })
  const origin = await portal.app.listen({ port, host: '127.0.0.1' })
  return { ...portal, address: origin + (environment.BASE_PATH ?? '') }
}

/** The password of all customers of the demonstration retailer in journeys. */
export const demoPassword = 'Una-llum-encesa-7'

/** Starts the portal with the demonstration retailer at a time, with so many months of invoices. */
export function startDemoPortal({ now, months = 14 }: { now: Date; months?: number }): Promise<RunningPortal> {
  const demo = { now, password: demoPassword, cooperativaPoints: 3, months }
  return startPortal({ environment: { DEMO: 'on' }, now, demo })
}

/** Opens a session of a customer of the demonstration retailer. @returns its token. */
export async function tokenOf({ context, as }: TestPortal, login: string): Promise<string> {
  const { user_id } = await context.db
    .selectFrom('user_account')
    .select('user_id')
    .where('login', '=', login)
    .executeTakeFirstOrThrow()
  return (await as(user_id)).token!
}

/** Returns a free port. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Returns the folder of the built portal. */
export function portalFolderPath(): string {
  return resolve(process.env.PORTAL_DIST ?? 'dist')
}

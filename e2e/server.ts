import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { type MadeDemo, type TestPortal, testPortal } from '#app/server/testing/portal.ts'

/** A portal that browsers can reach, and its address without a slash at the end. */
export type RunningPortal = TestPortal & { address: string }

/**
 * Starts the built portal on a port of its own and an empty database of its own. Rows come from the builders, or from
 * `rows`, which is called before the first visit.
 * @throws when the portal is not built.
 */
export async function startPortal({
  environment = {},
  now,
  port = 0,
  demo,
}: {
  environment?: Record<string, string>
  /** Stops the clock of the server there. */
  now?: Date
  /** One that was set aside before, for those who must know the address of the portal first; otherwise any. */
  port?: number
  /** The demonstration retailer that it holds, where DEMO is on; otherwise only its mark. */
  demo?: MadeDemo
} = {}): Promise<RunningPortal> {
  const folder = portalFolder()
  if (!existsSync(join(folder, 'server/entry-server.js')))
    throw new Error(`There is no built portal in ${folder}. Build it with: npm run build`)
  const portal = await testPortal({ environment, now, demo, portal: { kind: 'built', folder } })
  const origin = await portal.app.listen({ port, host: '127.0.0.1' })
  return { ...portal, address: origin + (environment.BASE_PATH ?? '') }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Where the built portal is. */
export function portalFolder(): string {
  return resolve(process.env.PORTAL_DIST ?? 'dist')
}

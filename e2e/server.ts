import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'

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
}: {
  environment?: Record<string, string>
  /** Stops the clock of the server there. */
  now?: Date
} = {}): Promise<RunningPortal> {
  const folder = portalFolder()
  if (!existsSync(join(folder, 'server/entry-server.js')))
    throw new Error(`There is no built portal in ${folder}. Build it with: npm run build`)
  const portal = await testPortal({ environment, now, portal: { kind: 'built', folder } })
  const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...portal, address: origin + (environment.BASE_PATH ?? '') }
}

/** Where the built portal is. */
export function portalFolder(): string {
  return resolve(process.env.PORTAL_DIST ?? 'dist')
}

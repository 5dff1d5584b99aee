import { readdirSync } from 'node:fs'
import type { Call } from '#kit/call.ts'

/**
 * The domain of each call, by the folder in whose `api.ts`, or another file of calls beside it, it is stated: in its texts
 * stand the sentences for what the call is refused with.
 */
export const domainOfCall: ReadonlyMap<Call, string> = await gather()

async function gather(): Promise<Map<Call, string>> {
  const domains = new URL('../../domains/', import.meta.url)
  const files = readdirSync(domains).flatMap((domain) =>
    readdirSync(new URL(`${domain}/`, domains))
      .filter((name) => /(^|-)api\.ts$|^downloads\.ts$/.test(name))
      .map((name) => ({ domain, file: new URL(`${domain}/${name}`, domains) })),
  )
  const stated = await Promise.all(
    files.map(async ({ domain, file }) =>
      Object.values((await import(file.href)) as object)
        .filter(isCall)
        .map((call) => [call, domain] as const),
    ),
  )
  return new Map(stated.flat())
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'versions' in value && 'access' in value
}

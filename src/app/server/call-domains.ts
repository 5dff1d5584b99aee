import { readdirSync } from 'node:fs'
import type { Call } from '#kit/call.ts'

/**
 * The namespace of each call's texts, by the folder of the domain or desk in whose `api.ts`, or another file of calls beside
 * it, it is stated: there stand the sentences for what the call is refused with.
 */
export const domainOfCall: ReadonlyMap<Call, string> = await gather()

async function gather(): Promise<Map<Call, string>> {
  const files = [...filesUnder('domains', ''), ...filesUnder('desks', 'desk-')]
  const stated = await Promise.all(
    files.map(async ({ domain, file }) =>
      Object.values((await import(file.href)) as object)
        .filter(isCall)
        .map((call) => [call, domain] as const),
    ),
  )
  return new Map(stated.flat())
}

function filesUnder(folder: string, prefix: string) {
  const root = new URL(`../../${folder}/`, import.meta.url)
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.flatMap(({ name }) =>
    readdirSync(new URL(`${name}/`, root))
      .filter((file) => /(^|-)api\.ts$|^downloads\.ts$/.test(file))
      .map((file) => ({ domain: prefix + name, file: new URL(`${name}/${file}`, root) })),
  )
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'versions' in value && 'access' in value
}

import { readdirSync } from 'node:fs'
import type { Call } from '#kit/call.ts'

/**
 * Maps each call to the namespace of its texts, by the folder of the domain or desk whose `api.ts`, or another file of
 * calls next to it, declares it. The namespace contains the messages of the call's refusals.
 */
export const domainOfCall: ReadonlyMap<Call, string> = await loadCallDomains()

async function loadCallDomains(): Promise<Map<Call, string>> {
  const files = [...filesUnder('domains', ''), ...filesUnder('desks', 'desk-')]
  const entries = await Promise.all(
    files.map(async ({ domain, file }) =>
      Object.values((await import(file.href)) as object)
        .filter(isCall)
        .map((call) => [call, domain] as const),
    ),
  )
  return new Map(entries.flat())
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

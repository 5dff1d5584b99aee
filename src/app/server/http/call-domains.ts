import { globSync } from 'node:fs'
import { deskOf } from '#app/desk-of.ts'
import type { Call } from '#kit/call.ts'

const sourceFolder = new URL('../../../', import.meta.url)

/** The files that declare calls, as paths under `src`: `api.ts` of a domain or desk, and other files of calls next to it. */
export const callFiles: readonly string[] = globSync(
  '{domains/*,domains/*/desk,domains/*/desk/*,backoffice/*}/{*-,}{api,downloads}.ts',
  { cwd: sourceFolder },
)

/**
 * Maps each call to the namespace of its texts, by the folder of the domain or desk whose `api.ts`, or another file of
 * calls next to it, declares it. The namespace contains the messages of the call's refusals.
 */
export const domainOfCall: ReadonlyMap<Call, string> = await loadCallDomains()

async function loadCallDomains(): Promise<Map<Call, string>> {
  const entries = await Promise.all(
    callFiles.map(async (file) =>
      Object.values((await import(new URL(file, sourceFolder).href)) as object)
        .filter(isCall)
        .map((call) => [call, namespaceOf(file)] as const),
    ),
  )
  return new Map(entries.flat())
}

function namespaceOf(file: string): string {
  const desk = deskOf(file)
  return desk ? `desk-${desk}` : file.split('/')[1]!
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'versions' in value && 'access' in value
}

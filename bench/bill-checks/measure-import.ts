import { setImmediate as nextTurn } from 'node:timers/promises'
import { importBatch } from '#domains/integration/server/import-batch.ts'
import type { LineKind } from '#domains/integration/server/line-kinds.ts'
import { ownBackends } from '#kit/server/database.ts'
import type { Files } from '#outside/files/files.ts'
import type { MeasuredDatabase } from '../measured-database.ts'
import { readCpuSeconds } from '../read-processor.ts'

/** How long an import took, and how long this program and the processes of PostgreSQL that it is connected to used a processor. */
export type ImportCost = { seconds: number; programSeconds: number; databaseSeconds: number }

/** Imports lines as a body or file of them is imported. @throws if one is refused. */
export async function measureImport(
  { db }: MeasuredDatabase,
  kind: LineKind,
  lines: readonly string[],
): Promise<ImportCost> {
  const body = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const backendsBefore = readBackends()
  const programBefore = process.cpuUsage()
  const startedAt = performance.now()
  const { accepted } = await importBatch(kind, chunksOf(body), {
    ...{ db, files: withoutFiles, clock: () => new Date(), log: console, origin: { channel: 'command' } },
    ...{ onlyRefused: true, writeAnswer: async () => {} },
  })
  const seconds = (performance.now() - startedAt) / 1_000
  if (accepted < lines.length) throw new Error(`${lines.length - accepted} bills were refused`)
  const { user, system } = process.cpuUsage(programBefore)
  return { seconds, programSeconds: (user + system) / 1e6, databaseSeconds: secondsSince(backendsBefore) }
}

/** Adds up what several imports cost. */
export function sumCosts(costs: readonly ImportCost[]): ImportCost {
  const sum = (of: keyof ImportCost) => costs.reduce((total, cost) => total + cost[of], 0)
  return { seconds: sum('seconds'), programSeconds: sum('programSeconds'), databaseSeconds: sum('databaseSeconds') }
}

const chunkBytes = 64 * 1_024

/** Yields a body as a file is read: each piece comes in a turn of the event loop of its own. */
async function* chunksOf(body: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < body.length; start += chunkBytes) {
    await nextTurn()
    yield body.subarray(start, start + chunkBytes)
  }
}

// These bills come without documents.
const withoutFiles = {} as Files

function readBackends(): Map<number, number> {
  return new Map([...ownBackends].map((pid): [number, number] => [pid, readCpuSeconds(pid) ?? 0]))
}

function secondsSince(before: ReadonlyMap<number, number>): number {
  return [...readBackends()].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
}

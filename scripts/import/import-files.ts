import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { filesOf } from '#app/server/context.ts'
import type { ImportKind } from '#domains/integration/rules.ts'
import { addRun, keepReport } from '#domains/integration/server/import-runs/run-store.ts'
import { makeSpool } from '#domains/integration/server/spool.ts'
import { takeWhole, type WholeReport } from '#domains/integration/server/take-whole.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { type Command, CommandError } from '../command.ts'
import { describe } from './describe.ts'
import { progressBar } from './progress-bar.ts'
import { sizeOf } from './size-of.ts'

type Asked = Parameters<Command['run']>[0]
type Given = {
  /** What a file holds, by its path. @throws CommandError for one that cannot be of this command. */
  kindOf: (path: string) => ImportKind
  /** The supply point of meter files that name none. */
  cups?: string
}

/** Takes files in, one after the other, and answers what became of them; operators find each among the imports. */
export async function importFiles(asked: Asked, paths: readonly string[], given: Given): Promise<string> {
  const kinds = paths.map(given.kindOf)
  const described: string[] = []
  for (const [index, path] of paths.entries())
    described.push(await importFile(asked, path, { kind: kinds[index]!, cups: given.cups }))
  return described.join('\n')
}

async function importFile(
  { config, db, now }: Asked,
  path: string,
  { kind, cups }: { kind: ImportKind; cups?: string },
): Promise<string> {
  const files = filesOf(config)
  const name = basename(path)
  const sizeBytes = await sizeOf(path)
  const bar = progressBar(name, sizeBytes)
  const report = makeSpool()
  const refusals: string[] = []
  let told: WholeReport | undefined
  let bytesBefore = 0
  try {
    const counts = await takeWhole(
      kind,
      { name, sizeBytes, cups, open: async () => createReadStream(path) },
      {
        ...{ db, files, clock: () => now, log: { warn() {} }, longestTextBytes: Number.POSITIVE_INFINITY },
        async write(text) {
          await report.write(text)
          if (refusals.length < mostShown) refusals.push(...text.trimEnd().split('\n').filter(isRefusal))
        },
        async onProgress({ bytesRead }) {
          bar.advance(bytesRead - bytesBefore)
          bytesBefore = bytesRead
        },
        onReport(whole) {
          told = whole
        },
      },
    )
    bar.end()
    if (counts === 'left') throw new Error('Nobody ends a command before its file.')
    const reportKey = counts.refused > 0 ? await keepReport(files, report.read()) : null
    await addRun(db, { source: 'command', kind, fileName: name, sizeBytes, ...counts, reportKey }, now)
    await writeAudit(db, { action: 'file_imported', subject: name, after: { kind, ...counts } })
    if (counts.refused > 0) process.exitCode = 1
  } finally {
    await report.drop()
  }
  if (!told) throw new CommandError(`${path}: ${JSON.parse(refusals[0]!).message}.`)
  return describe(name, told, refusals.slice(0, mostShown))
}

const mostShown = 20

function isRefusal(line: string): boolean {
  return JSON.parse(line).status === 'refused'
}

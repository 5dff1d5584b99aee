import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { filesOf } from '#app/server/context.ts'
import type { ImportKind } from '#domains/integration/rules.ts'
import { addRun, keepReport } from '#domains/integration/server/import-runs/run-store.ts'
import { makeSpool } from '#domains/integration/server/spool.ts'
import { takeWhole, type WholeReport } from '#domains/integration/server/take-whole.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { CommandError, type CommandInput, type CommandResult } from '../command.ts'
import { describe } from './describe.ts'
import { progressBar } from './progress-bar.ts'
import { sizeOf } from './size-of.ts'

type ImportOptions = {
  /** What a file holds, by its path. @throws CommandError for one that cannot be of this command. */
  kindOf: (path: string) => ImportKind
  /** The supply point of meter files that name none. */
  cups?: string
}

/** Takes files in, one after the other, and answers what became of them; operators find each among the imports. */
export async function importFiles(
  input: CommandInput,
  paths: readonly string[],
  options: ImportOptions,
): Promise<CommandResult> {
  const kinds = paths.map(options.kindOf)
  const imported: ImportedFile[] = []
  for (const [index, path] of paths.entries())
    imported.push(await importFile(input, path, { kind: kinds[index]!, cups: options.cups }))
  const text = imported.map(({ description }) => description).join('\n')
  return imported.some(({ isComplete }) => !isComplete) ? { text, exitCode: 1 } : text
}

type ImportedFile = { description: string; isComplete: boolean }

async function importFile(
  { config, db, now, output }: CommandInput,
  path: string,
  { kind, cups }: { kind: ImportKind; cups?: string },
): Promise<ImportedFile> {
  const files = filesOf(config)
  const name = basename(path)
  const sizeBytes = await sizeOf(path)
  const bar = progressBar(name, sizeBytes, output.progress)
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
  } finally {
    await report.drop()
  }
  if (!told) throw new CommandError(`${path}: ${JSON.parse(refusals[0]!).message}.`)
  return { description: describe(name, told, refusals.slice(0, mostShown)), isComplete: refusals.length === 0 }
}

const mostShown = 20

function isRefusal(line: string): boolean {
  return JSON.parse(line).status === 'refused'
}

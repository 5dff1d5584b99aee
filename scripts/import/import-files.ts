import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { openFiles } from '#app/server/wiring/context.ts'
import type { ImportKind } from '#domains/integration/rules.ts'
import { importFileByKind } from '#domains/integration/server/import-file-by-kind.ts'
import type { ImportFileReport } from '#domains/integration/server/import-file-source.ts'
import { addFinishedRun, storeImportReport } from '#domains/integration/server/import-runs/run-store.ts'
import { createSpool } from '#domains/integration/server/spool.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { CommandError, type CommandInput, type CommandResult } from '../command.ts'
import { describeImport } from './describe-import.ts'
import { createProgressBar } from './progress-bar.ts'
import { readFileSize } from './read-file-size.ts'

type ImportOptions = {
  /** Returns the kind of a file by its path. @throws CommandError if the command does not support it. */
  kindOf: (path: string) => ImportKind
  /** The supply point for meter files that name none. */
  cups?: string
}

/** Imports files one after the other and returns a description of the results. Operators see each among the imports. */
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
  const files = openFiles(config)
  const name = basename(path)
  const sizeBytes = await readFileSize(path)
  const bar = createProgressBar(name, sizeBytes, output.progress)
  const report = createSpool()
  const refusals: string[] = []
  let fileReport: ImportFileReport | undefined
  let bytesBefore = 0
  try {
    const counts = await importFileByKind(
      kind,
      { name, sizeBytes, cups, open: async () => createReadStream(path) },
      {
        ...{ db, files, clock: () => now, log: { warn() {} }, maxTextBytes: Number.POSITIVE_INFINITY },
        origin: { channel: 'command', fileName: name },
        async write(text) {
          await report.write(text)
          if (refusals.length < mostShown) refusals.push(...text.trimEnd().split('\n').filter(isRefusal))
        },
        async onProgress({ bytesRead }) {
          bar.advance(bytesRead - bytesBefore)
          bytesBefore = bytesRead
        },
        onReport(whole) {
          fileReport = whole
        },
      },
    )
    bar.end()
    if (counts === 'interrupted') throw new Error('A command cannot be interrupted before the end of its file.')
    const reportKey = counts.refused > 0 ? await storeImportReport(files, report.read()) : null
    await addFinishedRun(db, { source: 'command', kind, fileName: name, sizeBytes, ...counts, reportKey }, now)
    await writeAudit(db, { action: 'file_imported', subject: name, after: { kind, ...counts } })
  } finally {
    await report.discard()
  }
  if (!fileReport) throw new CommandError(`${path}: ${JSON.parse(refusals[0]!).message}.`)
  return {
    description: describeImport(name, fileReport, refusals.slice(0, mostShown)),
    isComplete: refusals.length === 0,
  }
}

const mostShown = 20

function isRefusal(line: string): boolean {
  return JSON.parse(line).status === 'refused'
}

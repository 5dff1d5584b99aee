import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Transform } from 'node:stream'
import { importCurves } from '#domains/consumption/server/import-curves.ts'
import { type Command, CommandError } from '../command.ts'
import { describeCurveReports } from './curves-report.ts'
import { importLineFiles, isLineFile } from './lines.ts'
import { progressBar } from './progress-bar.ts'
import { sizeOf } from './size-of.ts'

export const importCurveFiles: Command = {
  name: 'curves',
  parameters: '[--cups CUPS] FILE...',
  summary: 'Takes in meter files as distributors and portals hand them out, plain or packed.',
  async run(asked) {
    const { words, db } = asked
    // As CSV the formats of portals come in, which name their own columns.
    if (words.length > 0 && words.every((path) => isLineFile(path) && !/\.csv(\.gz)?$/i.test(path)))
      return importLineFiles('curves', asked)
    const { cups, paths } = readWords(words)
    const reports = []
    for (const path of paths) {
      const bar = progressBar(basename(path), await sizeOf(path))
      const counting = new Transform({
        transform(chunk: Buffer, _, done) {
          bar.advance(chunk.length)
          done(null, chunk)
        },
      })
      const source = createReadStream(path).pipe(counting)
      reports.push(...(await importCurves({ db, source, fileName: basename(path), cups })))
      bar.end()
    }
    if (reports.some((report) => report.source === null || report.refusals.length)) process.exitCode = 1
    return describeCurveReports(reports)
  },
}

function readWords(words: readonly string[]): { cups: string | undefined; paths: readonly string[] } {
  const [first, cups, ...rest] = words
  const read = first === '--cups' ? { cups, paths: rest } : { cups: undefined, paths: words }
  if (!read.paths.length)
    throw new CommandError('curves takes one or more files, and --cups CUPS for files that name no supply point.')
  return read
}

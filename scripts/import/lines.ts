import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Transform } from 'node:stream'
import { filesOf } from '#app/server/context.ts'
import type { LineKindName } from '#domains/integration/rules.ts'
import { lineKinds } from '#domains/integration/server/line-kinds.ts'
import type { BatchCounts } from '#domains/integration/server/take-batch.ts'
import { takeFile } from '#domains/integration/server/take-file.ts'
import type { Command } from '../command.ts'
import { CommandError } from '../command.ts'
import { progressBar } from './progress-bar.ts'
import { sizeOf } from './size-of.ts'

/** Whether a file holds lines of the retailer's systems, by its name. */
export function isLineFile(path: string): boolean {
  return /\.(ndjson|jsonl|csv)(\.gz)?$/i.test(path)
}

/** Takes in files of lines as the retailer's systems send them: docs/integration.md. */
export function lineCommand(kind: LineKindName): Command {
  return {
    name: kind,
    parameters: 'FILE.ndjson...',
    summary: `${lineKinds[kind].summary} Also FILE.csv, and packed (.gz): docs/integration.md.`,
    run: (asked) => importLineFiles(kind, asked),
  }
}

/** Takes the files in, one after the other, and answers what became of them. */
export async function importLineFiles(
  kind: LineKindName,
  { words, config, db }: Parameters<Command['run']>[0],
): Promise<string> {
  if (words.length === 0 || !words.every(isLineFile))
    throw new CommandError(`${kind} takes one or more files, FILE.ndjson or FILE.csv, also packed (.gz).`)
  const described = []
  for (const path of words) {
    const bar = progressBar(basename(path), await sizeOf(path))
    const source = new Transform({
      transform(chunk: Buffer, _, done) {
        bar.advance(chunk.length)
        done(null, chunk)
      },
    })
    createReadStream(path)
      .on('error', (error) => source.destroy(error))
      .pipe(source)
    const refused: string[] = []
    const needs = {
      db,
      files: filesOf(config),
      log: { warn: () => {} },
      onlyRefused: true,
      answer: async (text: string) => {
        if (refused.length < mostRefusals) refused.push(...text.trimEnd().split('\n').map(describeRefusal))
      },
    }
    const counts = await takeFile(lineKinds[kind], { name: basename(path), source }, needs)
    bar.end()
    if (counts.refused > 0) process.exitCode = 1
    described.push(describeCounts(basename(path), counts, refused.filter(Boolean)))
  }
  return described.join('\n')
}

const mostRefusals = 20

function describeRefusal(text: string): string {
  const { line, key, message } = JSON.parse(text)
  return line === undefined ? '' : `  Line ${line}${key ? ` (${key})` : ''}: ${message}`
}

function describeCounts(
  file: string,
  { changed, accepted, refused }: BatchCounts,
  refusals: readonly string[],
): string {
  const shown = refusals.slice(0, mostRefusals)
  return [
    `${file}: ${changed} created or changed, ${accepted - changed} unchanged, ${refused} refused.`,
    ...shown,
    ...(refused > shown.length ? [`  … and ${refused - shown.length} more lines refused.`] : []),
  ].join('\n')
}

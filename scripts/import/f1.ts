import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type F1Report, f1Reasons, importF1, longestF1Bytes } from '#domains/integration/server/f1/import-f1.ts'
import { type Command, CommandError } from '../command.ts'
import { sizeOf } from './size-of.ts'

export const importF1Files: Command = {
  name: 'f1',
  parameters: 'FILE.xml...',
  summary: 'Takes in the meter readings of invoices of distributors (F1).',
  async run({ words, db }) {
    if (words.length === 0) throw new CommandError('f1 takes one or more FILE.xml.')
    const described = []
    for (const path of words) {
      if ((await sizeOf(path)) > longestF1Bytes) throw new CommandError(`${path} is longer than any F1.`)
      const report = await importF1(db, await readFile(path))
      if (report.refusals.length > 0) process.exitCode = 1
      described.push(describeF1(basename(path), report))
    }
    return described.join('\n')
  },
}

function describeF1(file: string, { invoices, readings, refusals }: F1Report): string {
  return [
    `${file}: ${invoices} invoices, ${readings} readings created or changed, ${refusals.length} invoices refused.`,
    ...refusals.map(({ place, number, code }) => `  Invoice ${number ?? place}: ${f1Reasons[code]}.`),
  ].join('\n')
}

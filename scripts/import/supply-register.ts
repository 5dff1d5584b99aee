import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Transform } from 'node:stream'
import { importRegister } from '#domains/supply-register/server/import-register.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type Command, CommandError } from '../command.ts'
import { progressBar } from './progress-bar.ts'
import { sizeOf } from './size-of.ts'
import { describeRegister } from './supply-register-report.ts'

export const importSupplyRegisterFiles: Command = {
  name: 'supply-register',
  parameters: 'FILE.csv...',
  summary: 'Takes in files of the register of supplies (SIPS): points first, then what they used by month.',
  async run({ words, db, now }) {
    if (words.length === 0) throw new CommandError('supply-register takes one or more FILE.csv.')
    const described = []
    for (const path of words) {
      const bar = progressBar(basename(path), await sizeOf(path))
      const counting = new Transform({
        transform(chunk: Buffer, _, done) {
          bar.advance(chunk.length)
          done(null, chunk)
        },
      })
      const source = createReadStream(path).pipe(counting)
      const report = await importRegister(db, { source, fileOf: fileDay(path, now) })
      bar.end()
      if (report.kind === null) throw new CommandError(`${path} does not begin as a file of the register of supplies.`)
      if (report.refusedCount > 0) process.exitCode = 1
      described.push(describeRegister(basename(path), report))
    }
    return described.join('\n')
  },
}

/** Files begin with their month: 202610_SIPS2026_PS_ELECTRICIDAD. */
function fileDay(path: string, now: Date): string {
  const [, year, month] = /^(\d{4})(0[1-9]|1[0-2])_/.exec(basename(path)) ?? []
  return year && month ? `${year}-${month}-01` : marketDayOf(now, 'Europe/Madrid')
}

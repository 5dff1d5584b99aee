import { basename } from 'node:path'
import { futuresHeader, importFutures } from '#domains/price-alerts/server/import-futures.ts'
import { type Command, CommandError } from '../command.ts'
import { describeFutures } from './futures-report.ts'
import { readText } from './read-text.ts'

export const importFuturesFile: Command = {
  name: 'futures',
  parameters: 'FILE.csv',
  summary: `Takes in reference prices of futures and compares alerts with them: ${futuresHeader}.`,
  async run({ words, db, now }) {
    const [path] = words
    if (path === undefined || words.length > 1) throw new CommandError('futures takes one FILE.csv.')
    const report = await importFutures(db, await readText(path), now)
    if (!report.hasHeader) throw new CommandError(`${path} does not begin with ${futuresHeader}.`)
    if (report.refusals.length > 0) process.exitCode = 1
    return describeFutures(basename(path), report)
  },
}

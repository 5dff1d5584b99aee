import { readFile } from 'node:fs/promises'
import { importContracts } from '#domains/contracts/server/import-contracts.ts'
import { type Command, CommandError } from '../command.ts'
import { describeReport } from './contracts-report.ts'
import { importLineFiles, isLineFile } from './lines.ts'

export const importContractsFile: Command = {
  name: 'contracts',
  parameters: 'FILE.json',
  summary:
    'Creates or updates customers, supply points and contracts: docs/import-contracts.md. Also lines of contracts: docs/integration.md.',
  async run(asked) {
    const { words, db } = asked
    const [path] = words
    if (path !== undefined && words.every(isLineFile)) return importLineFiles('contracts', asked)
    if (path === undefined || words.length > 1) throw new CommandError('contracts takes one FILE.json.')
    const report = await importContracts(db, await readJson(path))
    if (report.refusals.length > 0) process.exitCode = 1
    return describeReport(report)
  },
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} cannot be read: ${code}.`)
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${(error as Error).message}.`)
  }
}

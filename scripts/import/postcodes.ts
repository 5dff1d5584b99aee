import { basename } from 'node:path'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import { type Command, CommandError } from '../command.ts'
import { describeTowns } from './postcodes-report.ts'
import { progressBar } from './progress-bar.ts'
import { readText } from './read-text.ts'

export const importPostcodesFile: Command = {
  name: 'postcodes',
  parameters: 'FILE.csv',
  summary: 'Takes in which towns each postcode serves: codigo_postal,municipio_id,municipio_nombre.',
  async run({ words, db }) {
    const [path] = words
    if (path === undefined || words.length > 1) throw new CommandError('postcodes takes one FILE.csv.')
    const text = await readText(path)
    const bar = progressBar(basename(path), text.length)
    let done = 0
    const report = await importTowns(db, text, (characters) => {
      bar.advance(characters - done)
      done = characters
    })
    bar.end()
    if (!report.hasHeader)
      throw new CommandError(`${path} does not begin with codigo_postal,municipio_id,municipio_nombre.`)
    if (report.refusals.length > 0) process.exitCode = 1
    return describeTowns(basename(path), report)
  },
}

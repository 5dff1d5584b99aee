import type { ImportKind, LineKindName } from '#domains/integration/rules.ts'
import { lineKinds } from '#domains/integration/server/line-kinds.ts'
import { type Command, CommandError } from '../command.ts'
import { importFiles } from './import-files.ts'

type Words = Pick<Command, 'name' | 'parameters' | 'summary'>

/** A command that takes in files of a kind, or of the kind that a path says. */
export function fileCommand(words: Words, kind: ImportKind | ((path: string) => ImportKind)): Command {
  return {
    ...words,
    async run(input) {
      if (input.words.length === 0) throw new CommandError(`${words.name} takes one or more files: ${words.parameters}`)
      return importFiles(input, input.words, { kindOf: typeof kind === 'function' ? kind : () => kind })
    },
  }
}

/** A command that takes in files of lines as the retailer's systems send them: docs/integration.md. */
export function lineCommand(kind: LineKindName): Command {
  const summary = `${lineKinds[kind].summary} Also FILE.csv, and packed (.gz): docs/integration.md.`
  return fileCommand({ name: kind, parameters: 'FILE.ndjson...', summary }, (path) => {
    if (!isLineFile(path)) throw new CommandError(`${kind} takes FILE.ndjson or FILE.csv, also packed (.gz).`)
    return kind
  })
}

/** Customers, supply points and contracts in one file, or contracts line by line. */
export const contractsCommand = fileCommand(
  {
    name: 'contracts',
    parameters: 'FILE.json...',
    summary:
      'Creates or updates customers, supply points and contracts: docs/import-contracts.md. Also lines of contracts: docs/integration.md.',
  },
  (path) => (isLineFile(path) ? 'contracts' : 'contracts-file'),
)

/** Meter files, or curves line by line. As CSV the formats of portals come in, which name their own columns. */
export const curvesCommand: Command = {
  name: 'curves',
  parameters: '[--cups CUPS] FILE...',
  summary: 'Takes in meter files as distributors and portals hand them out, plain or packed.',
  async run(input) {
    const [first, cups, ...rest] = input.words
    const isNamed = first === '--cups'
    const paths = isNamed ? rest : input.words
    if (!paths.length)
      throw new CommandError('curves takes one or more files, and --cups CUPS for files that name no supply point.')
    const kindOf = (path: string) => (isLineFile(path) && !/\.csv(\.gz)?$/i.test(path) ? 'curves' : 'meter-file')
    return importFiles(input, paths, { kindOf, ...(isNamed && { cups }) })
  },
}

/** Whether a file holds lines of the retailer's systems, by its name. */
function isLineFile(path: string): boolean {
  return /\.(ndjson|jsonl|csv)(\.gz)?$/i.test(path)
}

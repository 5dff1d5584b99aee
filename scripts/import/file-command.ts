import type { ImportKind, LineKindName } from '#domains/integration/rules.ts'
import { lineKinds } from '#domains/integration/server/line-kinds.ts'
import { type Command, CommandError } from '../command.ts'
import { importFiles } from './import-files.ts'

type CommandTexts = Pick<Command, 'name' | 'parameters' | 'summary'>

/** Creates a command that imports files of a fixed kind, or of the kind derived from the path. */
export function createFileCommand(texts: CommandTexts, kind: ImportKind | ((path: string) => ImportKind)): Command {
  return {
    ...texts,
    async run(input) {
      if (input.words.length === 0) throw new CommandError(`${texts.name} takes one or more files: ${texts.parameters}`)
      return importFiles(input, input.words, { kindOf: typeof kind === 'function' ? kind : () => kind })
    },
  }
}

/** Creates a command that imports files of lines as the retailer's systems send them: docs/integration.md. */
export function createLineCommand(kind: LineKindName): Command {
  const summary = `${lineKinds[kind].summary} Also FILE.csv, and packed (.gz): docs/integration.md.`
  return createFileCommand({ name: kind, parameters: 'FILE.ndjson...', summary }, (path) => {
    if (!isLineFile(path)) throw new CommandError(`${kind} takes FILE.ndjson or FILE.csv, optionally compressed (.gz).`)
    return kind
  })
}

/** Customers, supply points and contracts in one file, or contracts line by line. */
export const contractsCommand = createFileCommand(
  {
    name: 'contracts',
    parameters: 'FILE.json...',
    summary:
      'Creates or updates customers, supply points and contracts: docs/import-contracts.md. Also accepts contracts line by line: docs/integration.md.',
  },
  (path) => (isLineFile(path) ? 'contracts' : 'contracts-file'),
)

/** Meter files, or curves line by line. A CSV file may have the formats of portals, which name their own columns. */
export const curvesCommand: Command = {
  name: 'curves',
  parameters: '[--cups CUPS] FILE...',
  summary: 'Imports meter files in the formats of distributors and portals, plain or compressed.',
  async run(input) {
    const [first, cups, ...rest] = input.words
    const isNamed = first === '--cups'
    const paths = isNamed ? rest : input.words
    if (!paths.length)
      throw new CommandError('curves takes one or more files, and --cups CUPS for files without a supply point.')
    const kindOf = (path: string) => (isLineFile(path) && !/\.csv(\.gz)?$/i.test(path) ? 'curves' : 'meter-file')
    return importFiles(input, paths, { kindOf, ...(isNamed && { cups }) })
  },
}

/** Checks by name whether a file holds lines of the retailer's systems. */
function isLineFile(path: string): boolean {
  return /\.(ndjson|jsonl|csv)(\.gz)?$/i.test(path)
}

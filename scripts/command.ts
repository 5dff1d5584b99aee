import type { Kysely } from 'kysely'
import type { Config } from '#app/server/config.ts'
import type { DB } from '#db/tables.ts'

/** Where a command writes beside its result. */
export type CommandOutput = {
  /** A line for whoever typed the command, apart from the result, which may go to a file or another program. */
  note(line: string): void
  /** How far it is, where somebody watches. */
  progress: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>
}

/** What a command works with: the words behind its name, and the database of the environment. */
export type CommandInput = {
  words: string[]
  config: Config
  db: Kysely<DB>
  now: Date
  output: CommandOutput
}

/** What a command prints, and the exit status where part of its work failed. */
export type CommandResult = string | { text: string; exitCode: 1 }

/** Something that the command line does: its words, those that follow it, what it is for. */
export type Command = {
  name: string
  parameters: string
  summary: string
  run(input: CommandInput): Promise<CommandResult>
}

/** Something that whoever typed the command can mend; it is printed without a trace of the program. */
export class CommandError extends Error {
  override name = 'CommandError'
}

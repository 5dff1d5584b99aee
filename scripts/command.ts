import type { Kysely } from 'kysely'
import type { Config } from '#app/server/process/config.ts'
import type { DB } from '#db/tables.ts'

/** Where a command writes other than its result. */
export type CommandOutput = {
  /** Prints a line to the caller, separate from the result, which may go to a file or another program. */
  note(line: string): void
  /** Where progress is shown if the output is a terminal. */
  progress: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>
}

/** The input of a command: the arguments after its name, and the database of the environment. */
export type CommandInput = {
  words: string[]
  config: Config
  db: Kysely<DB>
  now: Date
  output: CommandOutput
}

/** The output of a command, with an exit status if part of its work failed. */
export type CommandResult = string | { text: string; exitCode: 1 }

/** A command of the command line: its name, its arguments, its description. */
export type Command = {
  name: string
  parameters: string
  summary: string
  run(input: CommandInput): Promise<CommandResult>
}

/** An error that the caller of the command can fix. It is printed without a stack trace. */
export class CommandError extends Error {
  override name = 'CommandError'
}

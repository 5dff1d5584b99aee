import { inspect } from 'node:util'
import { readConfig } from '#app/server/process/config.ts'
import { openDatabaseForCommand } from '#app/server/process/open-database.ts'
import { isMigrated } from '#db/migrate.ts'
import type { DB } from '#db/tables.ts'
import { createKysely } from '#kit/server/database.ts'
import { type Command, CommandError, type CommandOutput } from './command.ts'

/** A program that is run with `npm run NAME --`. */
export type Program = { name: string; commands: readonly Command[] }

/** The caller of a command: its arguments, the environment variables, and where the output goes. */
export type Terminal = CommandOutput & {
  words: readonly string[]
  environment: NodeJS.ProcessEnv
  print(text: string): void
}

/** The terminal of this process. */
export const processTerminal: Terminal = {
  words: process.argv.slice(2),
  environment: process.env,
  print: (text) => console.log(text),
  note: (line) => console.error(line),
  progress: process.stderr,
}

/**
 * Runs the given command on the database of the environment, also while a server runs on it. Returns the exit status: 1
 * if it failed, 2 if there is no such command.
 */
export async function runCommandLine(program: Program, terminal: Terminal): Promise<number> {
  const { words } = terminal
  const command = program.commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  if (command) return run(command, words.slice(command.name.split(' ').length), terminal)
  terminal.note(usage(program))
  return 2
}

async function run({ run }: Command, words: string[], { environment, print, ...output }: Terminal): Promise<number> {
  try {
    const { config, db, close } = await explained(() => openEnvironment(environment))
    try {
      const result = await run({ words, config, db, now: new Date(), output })
      const { text, exitCode } = typeof result === 'string' ? { text: result, exitCode: 0 } : result
      print(text)
      return exitCode
    } finally {
      await close()
    }
  } catch (error) {
    output.note(error instanceof CommandError ? error.message : inspect(error))
    return 1
  }
}

async function openEnvironment(environment: NodeJS.ProcessEnv) {
  const config = readConfig(environment)
  const { pool, close } = await openDatabaseForCommand(config)
  const db = createKysely<DB>(pool)
  try {
    if (await isMigrated(db as never)) return { config, db, close }
    throw new Error('The database is not prepared yet: start the portal once with npm start.')
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Reports environment errors as command errors, as they are for the caller to fix. A refused connection has only an
 * error code.
 */
async function explained<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new CommandError(message || `The database cannot be reached: ${code}.`)
  }
}

function usage({ name, commands }: Program): string {
  const lines = commands.map(({ name, parameters, summary }) => `  ${`${name} ${parameters}`.padEnd(24)}${summary}`)
  return `npm run ${name} -- COMMAND\n\n${lines.join('\n')}`
}

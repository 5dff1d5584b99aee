import { readConfig } from '#app/server/config.ts'
import { openDatabaseForCommand } from '#app/server/open-database.ts'
import { isMigrated } from '#db/migrate.ts'
import type { DB } from '#db/tables.ts'
import { queries } from '#kit/server/database.ts'
import { type Command, CommandError } from './command.ts'

/**
 * Runs what was typed behind `npm run PROGRAM --` on the database of the environment, also while a server runs on it, and
 * sets the exit status: 1 when it went wrong, 2 when there is no such command.
 */
export async function runCommandLine(program: string, commands: readonly Command[]) {
  const typed = process.argv.slice(2)
  const command = commands.find(({ name }) => name.split(' ').every((word, place) => typed[place] === word))
  if (command) return run(command, typed.slice(command.name.split(' ').length))
  console.error(usage(program, commands))
  process.exitCode = 2
}

async function run({ run }: Command, words: string[]) {
  try {
    const { config, db, close } = await explained(openEnvironment)
    try {
      console.log(await run({ words, config, db, now: new Date() }))
    } finally {
      await close()
    }
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : error)
    process.exitCode = 1
  }
}

async function openEnvironment() {
  const config = readConfig(process.env)
  const { pool, close } = await openDatabaseForCommand(config)
  const db = queries<DB>(pool)
  try {
    if (await isMigrated(db as never)) return { config, db, close }
    throw new Error('The database is not prepared yet: start the portal once with npm start.')
  } catch (error) {
    await close()
    throw error
  }
}

/** What is wrong with the environment is for whoever set it to mend; a refused connection has only a code. */
async function explained<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new CommandError(message || `The database cannot be reached: ${code}.`)
  }
}

function usage(program: string, commands: readonly Command[]): string {
  const lines = commands.map(({ name, parameters, summary }) => `  ${`${name} ${parameters}`.padEnd(24)}${summary}`)
  return `npm run ${program} -- COMMAND\n\n${lines.join('\n')}`
}

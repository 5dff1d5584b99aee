import { CommandError } from '../command.ts'

/** What a command says to a log-in that nobody has. */
export function unknownUser(login: string): CommandError {
  return new CommandError(`There is no user ${login}. USER is what they type to sign in, e.g. anna.`)
}

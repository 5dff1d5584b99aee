import { CommandError } from '../command.ts'

/** Returns the error for an unknown login. */
export function unknownUserError(login: string): CommandError {
  return new CommandError(`There is no user ${login}. USER is the name that they sign in with, e.g. anna.`)
}

import { stat } from 'node:fs/promises'
import { CommandError } from '../command.ts'

/** Returns the size of a file in bytes. @throws CommandError if it cannot be read. */
export async function readFileSize(path: string): Promise<number> {
  const stats = await stat(path).catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} cannot be read: ${code}.`)
  })
  return stats.size
}

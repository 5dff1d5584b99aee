import { stat } from 'node:fs/promises'
import { CommandError } from '../command.ts'

/** How many bytes a file has. @throws CommandError where it cannot be read. */
export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} cannot be read: ${code}.`)
  })
  return found.size
}

import { readFile } from 'node:fs/promises'
import { CommandError } from '../command.ts'

/** The text of a file, in UTF-8 or, where it is none, as spreadsheets of western Europe write it. @throws CommandError */
export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} cannot be read: ${code}.`)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('iso-8859-15').decode(bytes)
  }
}

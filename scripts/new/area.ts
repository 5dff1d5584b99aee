import { CommandError } from '../command.ts'
import type { Draft } from './draft.ts'

/** Returns the folder of a domain, or of a desk such as `newsletter/desk`. @throws CommandError if there is none. */
export function folderOf(draft: Draft, area: string): string {
  const folder = `src/domains/${area}`
  if (/^[a-z][a-z\d-]*(\/desk(\/[a-z][a-z\d-]*)?)?$/.test(area) && draft.find(`${folder}/*`).length) return folder
  throw new CommandError(`There is no domain "${area}", only ${listDomains(draft).join(', ')}.`)
}

/** Returns the names of the domains. */
export function listDomains(draft: Draft): string[] {
  return draft.find('src/domains/*').map((path) => path.split('/').at(-1)!)
}

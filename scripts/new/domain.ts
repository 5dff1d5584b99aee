import { CommandError } from '../command.ts'
import { listDomains } from './area.ts'
import { draftCall } from './call.ts'
import { prependInside } from './edit-source.ts'
import { parseName } from './names.ts'
import type { Kind } from './program.ts'
import { draftListScreen } from './screen.ts'

/** A domain with its first call and the screen that shows it. */
export const domainKind: Kind = {
  name: 'domain',
  parameters: 'NAME',
  summary: 'a feature: a call that lists, its screen, texts and tests',
  draft([text], draft) {
    const name = parseName(text!)
    if (listDomains(draft).includes(name.kebab)) throw new CommandError(`There is a domain "${name.kebab}" already.`)
    draft.edit('scripts/architecture/rules.ts', (text) => addToRules(text, name.kebab))
    draftCall(draft, {
      folder: `src/domains/${name.kebab}`,
      name: parseName(`list-${name.kebab}`),
      method: 'GET',
      path: `/${name.kebab}/`,
    })
    draftListScreen(draft, name)
    return [
      `Write src/domains/${name.kebab}/server/list-${name.kebab}.test.ts and web/${name.kebab}-screen.test.tsx, which fail.`,
      `Translate the title in src/domains/${name.kebab}/texts and the paths in web/routes.ts.`,
      'Add the domains that it imports to scripts/architecture/rules.ts, and run npm run architecture-docs.',
      'Decisions go into rules.ts with a table of cases, SQL into server/store.ts, a table into db/migrations.',
    ]
  },
}

/** A new domain depends on none, and so stands first. */
function addToRules(text: string, domain: string): string {
  return prependInside(text, /^export const domainDependencies[^\n]*\{$/m, `  '${domain}': [],`)
}

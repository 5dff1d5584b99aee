import type { Draft } from './draft.ts'
import { addImport, appendInside } from './edit-source.ts'
import { capitalizeFirst, parseName } from './names.ts'

const wiring = 'src/app/server/wiring'

/** Makes the file that registers the calls of a folder, and registers it, unless there is one. */
export function registerRoutes(draft: Draft, folder: string) {
  const file = `${folder}/server/routes.ts`
  if (draft.exists(file)) return
  const { singular, phrase } = parseName(folder.split('/')[2]!)
  const isDesk = folder.includes('/desk')
  const name = `${singular}${isDesk ? 'Desk' : ''}Routes`
  draft.add(file, routes({ name, phrase, isDesk }))
  const imported = `import { ${name} } from '${folder.replace('src/', '#')}/server/routes.ts'`
  const [registry, opening, call] = isDesk
    ? ([
        'register-desk-calls.ts',
        /^export function registerDeskCalls\(.*\{$/m,
        `  ${name}({ ...context, serve })`,
      ] as const)
    : (['register-calls.ts', /^function registerSharedCalls\(.*\{$/m, `  ${name}({ serve })`] as const)
  draft.edit(`${wiring}/${registry}`, (text) => appendInside(addImport(text, imported), opening, call))
}

function routes({ name, phrase, isDesk }: { name: string; phrase: string; isDesk: boolean }): string {
  const deps = `${capitalizeFirst(name).replace(/s$/, '')}Deps`
  return `import type { Serve } from '#kit/server/serve.ts'

type ${deps} = { serve: Serve }

/** Registers the ${isDesk ? 'back-office calls' : 'calls'} of ${phrase}. */
export function ${name}({ serve }: ${deps}) {
}
`
}

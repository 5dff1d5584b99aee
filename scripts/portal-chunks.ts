import type { Rollup } from 'vite'

const entry = 'src/app/web/entry-client.tsx'
const firstScreen = 'src/domains/session/web/login-screen.tsx'
const afterFirstScreen = ['current-price', 'other-sign-in-methods'].map(
  (file) => `src/domains/session/web/sign-in/${file}.tsx`,
)
const layoutModules = ['src/app/web/shell/app-layout.tsx', 'src/app/web/query-client.ts']
const minSharedScreens = 11
const listScreen = 'src/domains/invoices/web/invoices-screen.tsx'
// Opened first more often than a list is: their load contains nothing that they do not use.
const otherEntryScreens = ['home/web/home-screen.tsx', 'contracting/web/contracting-screen.tsx']
// Importing one symbol from a package's index looks like importing all of it; only a few screens need these.
const fewScreensOnly = /\/(useSuspenseQueries|useQueries|queriesObserver|useMutation|mutationObserver)\.js$/

/**
 * The build mode of the back office, separate from the portal's: in a single build, each shared chunk would carry what
 * the other one needs of it.
 */
export const operatorMode = 'operator'
/** The build mode of the error reporting script. */
export const reportsMode = 'reports'

type Imports = { getModuleInfo(id: string): Pick<Rollup.ModuleInfo, 'importers'> | null }

/**
 * Returns the chunk of a module that many pages need: `frame` for what every page loads, `office` for what all or many
 * pages behind the sign-in load in addition, `parts` for what both the sign-in page and those pages load, `small` for
 * what the sign-in page shows a little later and those pages load (it must not pull all of `office` into a page without
 * it), `lists` for the parts of the kit that the invoices share with other lists and dialogs, otherwise a dozen files
 * under 1 kB. On its own, the bundler creates a chunk for each set of pages that share something: dozens of files, each
 * compressed separately.
 * @returns null for a module that the bundler places.
 */
export function chunkNameOf(moduleId: string, imports: Imports): string | null {
  const isRoot = [entry, firstScreen, ...afterFirstScreen, ...layoutModules].some((root) => moduleId.endsWith(root))
  if (isRoot || fewScreensOnly.test(moduleId)) return null
  const importers = importersOf(moduleId, imports)
  const isLoadedBy = (root: string) => importers.some((importer) => importer.endsWith(root))
  if (isLoadedBy(entry)) return 'frame'
  const screens = importers.filter((importer) => importer.endsWith('-screen.tsx'))
  if (!layoutModules.some(isLoadedBy) && screens.length < minSharedScreens)
    return isListChunk(moduleId, screens) ? 'lists' : null
  if (isLoadedBy(firstScreen)) return 'parts'
  return afterFirstScreen.some(isLoadedBy) ? 'small' : 'office'
}

function isListChunk(moduleId: string, screens: string[]): boolean {
  const isLoadedBy = (screen: string) => screens.some((loading) => loading.endsWith(screen))
  return moduleId.includes('/src/kit/') && isLoadedBy(listScreen) && !otherEntryScreens.some(isLoadedBy)
}

/** Returns every module that depends on this one. */
function importersOf(moduleId: string, imports: Imports): string[] {
  const modules = new Set([moduleId])
  for (const id of modules) for (const importer of imports.getModuleInfo(id)?.importers ?? []) modules.add(importer)
  return [...modules]
}

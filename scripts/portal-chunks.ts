import type { Rollup } from 'vite'

const entry = 'src/app/web/entry-client.tsx'
const firstScreen = 'src/domains/session/web/login-screen.tsx'
const afterFirstScreen = ['price-of-the-hour', 'other-ways'].map((file) => `src/domains/session/web/${file}.tsx`)
const office = ['src/app/web/shell/office.tsx', 'src/app/web/query-client.ts']
const manyScreens = 11
const listScreen = 'src/domains/invoices/web/invoices-screen.tsx'
// Entered at first more often than a list is: they wait for nothing that they do not use.
const otherEntryScreens = ['home/web/home-screen.tsx', 'contracting/web/contracting-screen.tsx']
// Whoever imports one thing from a package's index seems to import all of it; these only a few screens need.
const fewScreensOnly = /\/(useSuspenseQueries|useQueries|queriesObserver|useMutation|mutationObserver)\.js$/

/**
 * The mode of the build of the operator's area, beside the portal's: built as one, each part that both use would carry what
 * the other needs of it.
 */
export const operatorMode = 'operator'
/** The mode of the build of what reports errors. */
export const reportsMode = 'reports'

type Imports = { getModuleInfo(id: string): Pick<Rollup.ModuleInfo, 'importers'> | null }

/**
 * The chunk of a module that many pages need: `frame` for what every page loads, `office` for what the pages behind the
 * log-in load besides, all or many of them, `parts` for what both the log-in and the office load, `small` for what the log-in
 * shows a little later and the office loads: it should not bring the whole office to a page without one, `lists` for the parts
 * of the kit that the invoices share with other lists and dialogs, a dozen of files under 1 kB otherwise. Left alone, the
 * bundler makes a chunk for each set of pages that share something: dozens of files, each packed by itself.
 * @returns null for a module that the bundler places.
 */
export function chunkOf(moduleId: string, imports: Imports): string | null {
  const isRoot = [entry, firstScreen, ...afterFirstScreen, ...office].some((root) => moduleId.endsWith(root))
  if (isRoot || fewScreensOnly.test(moduleId)) return null
  const importers = importersOf(moduleId, imports)
  const isLoadedBy = (root: string) => importers.some((importer) => importer.endsWith(root))
  if (isLoadedBy(entry)) return 'frame'
  const screens = importers.filter((importer) => importer.endsWith('-screen.tsx'))
  if (!office.some(isLoadedBy) && screens.length < manyScreens) return isOfLists(moduleId, screens) ? 'lists' : null
  if (isLoadedBy(firstScreen)) return 'parts'
  return afterFirstScreen.some(isLoadedBy) ? 'small' : 'office'
}

function isOfLists(moduleId: string, screens: string[]): boolean {
  const isLoadedBy = (screen: string) => screens.some((loading) => loading.endsWith(screen))
  return moduleId.includes('/src/kit/') && isLoadedBy(listScreen) && !otherEntryScreens.some(isLoadedBy)
}

/** Every module that cannot run without this one. */
function importersOf(moduleId: string, imports: Imports): string[] {
  const found = new Set([moduleId])
  for (const id of found) for (const importer of imports.getModuleInfo(id)?.importers ?? []) found.add(importer)
  return [...found]
}

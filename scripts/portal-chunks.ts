import { relative } from 'node:path'
import type { Plugin, Rollup } from 'vite'

const entry = 'src/app/web/entry-client.tsx'
const layoutModules = [
  'src/app/web/shell/app-layout.tsx',
  'src/app/web/shell/register-worker.ts',
  'src/app/web/query-client.ts',
]
const domain = (file: string) => `src/domains/${file}`
const loginModules = ['session/web/login-screen.tsx', 'session/web/sign-in/other-sign-in-methods.tsx'].map(domain)
// Loaded together once a person acts, or the page has been quiet: what shows a lost connection, which is there when that
// is not, what every step to another page waits for, and what loads such pages before anybody opens them.
const watchModules = [
  'src/app/web/page-watch.tsx',
  'src/app/web/network.ts',
  'src/app/web/error-pages.tsx',
  'src/kit/web/feedback/load-failure-reason.tsx',
  'src/app/web/guard.ts',
  'src/app/web/drop-unknown-return.ts',
  'src/app/web/text-files.ts',
  'src/app/web/preload-linked-pages.ts',
]
const listScreen = domain('invoices/web/invoices-screen.tsx')
const detailScreen = domain('contracts/web/contract-screen.tsx')
const minSharedScreens = 16
// Of the query cache, what few screens use. Its index imports all of it, and so every screen would seem to.
const rarelyUsed = /\/@tanstack\/.*\/(queriesObserver|useQueries|useSuspenseQueries|mutationObserver|useMutation)\.js$/

/**
 * The build mode of the back office, separate from the portal's: in a single build, each shared chunk would carry what
 * the other one needs of it.
 */
export const operatorMode = 'operator'
/** The build mode of the error reporting script. */
export const reportsMode = 'reports'

type Imports = { getModuleInfo(id: string): Pick<Rollup.ModuleInfo, 'importers' | 'dynamicImporters'> | null }

/**
 * Returns the chunk of a module. On its own, the bundler creates a chunk for each set of pages that share something:
 * dozens of files, each compressed and requested separately. What the pages opened first load is therefore grouped:
 * - `frame`: what every page loads.
 * - `parts`: what the sign-in page shares with any other page.
 * - `login`: what only the sign-in page shows.
 * - `watch`: what shows that the connection is lost, and what opens another page.
 * - `calls`: what that shares with pages other than the sign-in page, such as what makes calls.
 * - `office`: what all or many pages behind the sign-in load.
 * - `invoices`, `contract`: what only these pages load.
 * - `lists`: what the invoices share with other pages, of the kit.
 * - `billing`, `invoicing`: of domains, what they share with a contract, and what with others alone.
 * - `fields`, `chart`, `details`: what a contract shares with other pages: of the kit, of its charts, and of domains.
 * @returns null for a module that the bundler places.
 */
export function chunkNameOf(moduleId: string, imports: Imports): string | null {
  if (rarelyUsed.test(moduleId)) return null
  const importers = importersOf(moduleId, imports)
  const isLoadedBy = (roots: readonly string[]) =>
    importers.some((importer) => roots.some((root) => importer.endsWith(root)))
  if (isLoadedBy([entry])) return 'frame'
  const screens = importers.filter(isScreen)
  const isInLayout = isLoadedBy(layoutModules) || screens.length >= minSharedScreens
  const isWatching = isLoadedBy(watchModules)
  if (isLoadedBy(loginModules))
    return isInLayout || isWatching || screens.some((screen) => !screen.endsWith(loginModules[0]!)) ? 'parts' : 'login'
  if (isWatching) return isInLayout || screens.length > 0 ? 'calls' : 'watch'
  if (isInLayout) return 'office'
  const [screen] = screens
  if (screens.length === 1 && isGroupedScreen(screen!) && isOnlyOf(screen!, importers, imports))
    return screen!.endsWith(listScreen) ? 'invoices' : 'contract'
  const roots = importers.filter((importer) => dynamicImportersOf(importer, imports).length)
  return roots.length > 1 ? sharedChunkOf(moduleId, screens) : null
}

const isGroupedScreen = (screen: string) => screen.endsWith(listScreen) || screen.endsWith(detailScreen)

/** Tells whether a module is used by one screen and by what only that screen loads on demand. */
function isOnlyOf(screen: string, importers: readonly string[], imports: Imports): boolean {
  const dynamicImporters = importers
    .filter((importer) => importer !== screen)
    .flatMap((importer) => dynamicImportersOf(importer, imports))
  return dynamicImporters.every((importer) =>
    importersOf(importer, imports)
      .filter(isScreen)
      .every((each) => each === screen),
  )
}

function sharedChunkOf(moduleId: string, screens: readonly string[]): string | null {
  const isLoadedBy = (screen: string) => screens.some((loading) => loading.endsWith(screen))
  const isOfDomain = moduleId.includes('/src/domains/')
  if (isLoadedBy(listScreen)) return isOfDomain ? billingChunkOf(isLoadedBy(detailScreen)) : 'lists'
  if (!isLoadedBy(detailScreen)) return null
  if (moduleId.includes('/src/kit/web/chart/')) return 'chart'
  return isOfDomain ? 'details' : 'fields'
}

const billingChunkOf = (isOfContractToo: boolean) => (isOfContractToo ? 'billing' : 'invoicing')

const isScreen = (moduleId: string) => moduleId.endsWith('-screen.tsx')

function dynamicImportersOf(moduleId: string, imports: Imports): readonly string[] {
  return imports.getModuleInfo(moduleId)?.dynamicImporters ?? []
}

/** Returns every module that depends on this one, and the module itself. */
function importersOf(moduleId: string, imports: Imports): string[] {
  const modules = new Set([moduleId])
  for (const id of modules) for (const importer of imports.getModuleInfo(id)?.importers ?? []) modules.add(importer)
  return [...modules]
}

type ManifestEntry = { file: string }

/**
 * Names each module that is imported on demand in the build manifest, with its chunk. The bundler names only those that
 * have a chunk of their own.
 */
export function namedModules(manifestFile: string): Plugin {
  return {
    name: 'named-modules',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const asset = bundle[manifestFile]
        if (asset?.type !== 'asset') return
        const manifest = JSON.parse(String(asset.source)) as Record<string, ManifestEntry>
        for (const entry of Object.values(manifest)) {
          const chunk = bundle[entry.file]
          if (chunk?.type !== 'chunk') continue
          for (const id of chunk.moduleIds) {
            const source = relative(process.cwd(), id)
            if (this.getModuleInfo(id)?.dynamicImporters.length) manifest[source] ??= entry
          }
        }
        asset.source = JSON.stringify(manifest, null, 2)
      },
    },
  }
}

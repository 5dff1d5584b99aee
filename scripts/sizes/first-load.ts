import { clientFiles } from '#app/server/pages/built-portal.ts'
import { chunksOf, type Manifest, modulesOf } from '#app/server/pages/page-assets.ts'
import type { Page } from '#kit/web/page.ts'

/** A part of the portal with the JavaScript files that it loads. */
export type ScriptLoad = { name: string; files: string[] }

/** Returns what each page fetches before it is usable: the entry, its frame, its screen and all their imports. */
export function listFirstLoads(
  manifest: Manifest,
  pages: readonly Pick<Page, 'path' | 'frame'>[],
  screens: Record<string, string>,
): ScriptLoad[] {
  return pages.map(({ path, frame }) => {
    const routeIds = frame === 'app' ? ['/_app', path] : [path]
    const modules = [
      clientFiles.portal.entry,
      ...routeIds.flatMap((routeId) => modulesOf(routeId, { ...clientFiles.portal, screens })),
    ]
    return { name: path, files: filesOf(manifest, modules) }
  })
}

/** Returns what a lazy module adds to a screen behind the sign-in: nothing if the build has no chunk for it. */
export function findAddedLoad(
  manifest: Manifest,
  { module, besides: screen }: { module: string; besides: string },
): ScriptLoad {
  const layout = modulesOf('/_app', { ...clientFiles.portal, screens: {} })
  const present = new Set(filesOf(manifest, [clientFiles.portal.entry, ...layout, screen]))
  return { name: module, files: filesOf(manifest, [module]).filter((file) => !present.has(file)) }
}

function filesOf(manifest: Manifest, modules: string[]): string[] {
  return chunksOf(manifest, modules).map(({ file }) => file)
}

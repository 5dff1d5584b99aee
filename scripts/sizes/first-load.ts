import { chunksOf, type Manifest, modulesOf } from '#app/server/assets.ts'
import { clientFiles } from '#app/server/built-portal.ts'
import type { Page } from '#kit/web/page.ts'

/** A part of the portal with the JavaScript that it loads, as files. */
export type Load = { name: string; files: string[] }

/** What each page fetches before it can be used: the entry, the frame that it stands in, its screen and all they import. */
export function firstLoads(
  manifest: Manifest,
  pages: readonly Pick<Page, 'path' | 'frame'>[],
  screens: Record<string, string>,
): Load[] {
  return pages.map(({ path, frame }) => {
    const routeIds = frame === 'office' ? ['/_office', path] : [path]
    const modules = [
      clientFiles.portal.entry,
      ...routeIds.flatMap((routeId) => modulesOf(routeId, { ...clientFiles.portal, screens })),
    ]
    return { name: path, files: filesOf(manifest, modules) }
  })
}

/** What a module that is loaded on use adds to a page of the office: nothing when the build has no chunk of its own for it. */
export function addedLoad(manifest: Manifest, module: string): Load {
  const present = new Set(
    filesOf(manifest, [clientFiles.portal.entry, ...modulesOf('/_office', { ...clientFiles.portal, screens: {} })]),
  )
  return { name: module, files: filesOf(manifest, [module]).filter((file) => !present.has(file)) }
}

function filesOf(manifest: Manifest, modules: string[]): string[] {
  return chunksOf(manifest, modules).map(({ file }) => file)
}

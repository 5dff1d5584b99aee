import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chunksOf, type Manifest } from '#app/server/pages/page-assets.ts'
import { portalFolderPath } from './start-portal.ts'

/** Returns the script files of modules and of what they import, by the manifest of a built portal. */
export function listBuiltFiles(modules: string[], folder = portalFolderPath()): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'web/.vite/manifest.json'), 'utf8')) as Manifest
  return chunksOf(manifest, modules).map(({ file }) => file)
}

import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'

const stamp = 'dist/.built-from'
const sources = [
  'src/app/web/**',
  'src/app/operator/**',
  'src/kit/**',
  'src/domains/**',
  'src/backoffice/**',
  'src/app/*.ts',
  'src/vocabulary/**',
  'src/outside/**',
  'src/app/texts/**',
  'vite.config.ts',
  'scripts/portal-chunks.ts',
  'scripts/build.ts',
  'package-lock.json',
]

/** Returns a fingerprint of the files that the portal is built from. */
export function fingerprintSources(): string {
  const files = sources
    .flatMap((pattern) => globSync(pattern))
    .map((file) => ({ file, stats: statSync(file) }))
    .filter(({ stats }) => stats.isFile())
    .sort((one, other) => (one.file < other.file ? -1 : 1))
  const hash = createHash('sha256')
  // Names, sizes and modification times are enough: a checkout and an editor change at least one of them.
  for (const { file, stats } of files) hash.update(`${file} ${stats.size} ${stats.mtimeMs}\n`)
  return hash.digest('hex')
}

/** Checks whether the portal has been built from these files. */
export function isBuiltFrom(fingerprint: string): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint
}

/** Records that the portal has been built from these files. */
export function markBuilt(fingerprint: string) {
  writeFileSync(stamp, fingerprint)
}

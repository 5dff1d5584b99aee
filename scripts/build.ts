// `npm run build`: builds the portal unless its inputs are unchanged since the last build.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { operatorMode, reportsMode } from './portal-chunks.ts'

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

const currentFingerprint = computeFingerprint()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== currentFingerprint) {
  console.log('Building the portal …')
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
  await build({ logLevel: 'warn', mode: operatorMode })
  await build({ logLevel: 'warn', mode: reportsMode })
  await build({ logLevel: 'warn', build: { ssr: true } })
  compressAssets()
  writeIntegrity()
  writeFileSync(stamp, currentFingerprint)
}

// Names, sizes and modification times are enough: a checkout and an editor change at least one of them.
function computeFingerprint(): string {
  const files = sources
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => statSync(file).isFile())
    .sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Writes the integrity hash of each script, by which browsers block one that was altered after the build. */
function writeIntegrity() {
  const scripts = globSync('dist/web/assets/**/*.js').sort()
  const digests = scripts.map((file) => {
    const digest = createHash('sha384').update(readFileSync(file)).digest('base64')
    return [relative('dist/web', file).replaceAll('\\', '/'), `sha384-${digest}`]
  })
  writeFileSync('dist/web/.vite/integrity.json', JSON.stringify(Object.fromEntries(digests)))
}

/** Compresses scripts and styles at the maximum level. Their names carry a content hash, so this is done once. */
function compressAssets() {
  for (const file of globSync('dist/web/assets/**/*.{js,css}')) {
    const content = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(content))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

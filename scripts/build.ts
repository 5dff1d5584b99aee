// `npm run build`: builds the portal unless its inputs are unchanged since the last build.
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { fingerprintSources, isBuiltFrom, markBuilt } from './build-stamp.ts'
import { operatorMode, reportsMode } from './portal-chunks.ts'

const fingerprint = fingerprintSources()
if (!isBuiltFrom(fingerprint)) {
  console.log('Building the portal …')
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
  await build({ logLevel: 'warn', mode: operatorMode })
  await build({ logLevel: 'warn', mode: reportsMode })
  await build({ logLevel: 'warn', build: { ssr: true } })
  compressAssets()
  writeIntegrity()
  markBuilt(fingerprint)
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

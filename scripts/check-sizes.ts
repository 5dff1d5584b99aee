// Prints the JavaScript that each page loads until it is quiet, from the built portal, and fails above a limit. `node
// scripts/check-sizes.ts [FOLDER]`, dist by default. A kB is 1000 bytes, after gzip 9. e2e/first-load.test.ts checks that
// a browser fetches just this.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { RenderingProgram } from '#app/rendering-program.ts'
import { screenSourceOf } from '#app/server/pages/built-portal.ts'
import type { Manifest } from '#app/server/pages/page-assets.ts'
import { findAddedLoad, listFirstLoads, type ScriptLoad } from './sizes/first-load.ts'

const limits: Record<string, { kilobytes: number; files: number }> = {
  // The goal is 100; the limit keeps the current size from growing. Each page of the portal takes some 90 bytes of it.
  '/login': { kilobytes: 106.7, files: 8 },
  '/invoices': { kilobytes: 140, files: 12 },
  '/invoices/$number': { kilobytes: 147.5, files: 12 },
  '/contracts/electricity/$contractName': { kilobytes: 163, files: 15 },
  'src/kit/web/chart/canvas-plot.ts': { kilobytes: 40, files: 2 },
}

const pageWithChart = '/contracts/electricity/$contractName'

const folder = resolve(process.argv[2] ?? 'dist')
const manifest = JSON.parse(readFileSync(join(folder, 'web/.vite/manifest.json'), 'utf8')) as Manifest
const { pages } = (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as RenderingProgram
const screens = Object.fromEntries(pages.map(({ path, screen }) => [path, screenSourceOf(screen)]))

const chunks = Object.keys(limits).filter((name) => name.startsWith('src/'))
const loads = [
  ...listFirstLoads(manifest, pages, screens),
  ...chunks.map((chunk) => findAddedLoad(manifest, { module: chunk, besides: screens[pageWithChart]! })),
]
const sizes = loads.map((load) => ({
  name: load.name,
  kilobytes: kilobytesOf(load),
  files: load.files.length,
  limit: limits[load.name],
}))
const missing = Object.keys(limits).filter((name) => !sizes.some((size) => size.name === name && size.kilobytes))
const tooLarge = sizes.filter(
  ({ kilobytes, files, limit }) => limit && (kilobytes > limit.kilobytes || files > limit.files),
)

for (const { name, kilobytes, files, limit } of sizes) {
  const size = `${kilobytes.toFixed(1).padStart(7)} kB ${(limit ? `of ${limit.kilobytes}` : '').padEnd(8)}`
  const count = `${String(files).padStart(3)} files ${(limit ? `of ${limit.files}` : '').padEnd(5)}`
  console.log(`${size} ${count} ${name}`)
}
for (const { name, limit } of tooLarge)
  console.error(`${name} is over its limit of ${limit!.kilobytes} kB in ${limit!.files} files.`)
for (const name of missing) console.error(`There is no ${name} to measure.`)
process.exitCode = tooLarge.length || missing.length ? 1 : 0

// To a tenth: the names of files, which are hashes, weigh some bytes more or less after each commit.
function kilobytesOf({ files }: ScriptLoad): number {
  const bytes = files.map((file) => gzipSync(readFileSync(join(folder, 'web', file)), { level: 9 }).length)
  return Math.round(bytes.reduce((sum, size) => sum + size, 0) / 100) / 10
}

// Prints the JavaScript of each page's first load, from the built portal, and fails above a limit. `node
// scripts/check-sizes.ts [FOLDER]`, dist by default. A kB is 1000 bytes, after gzip 9.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { RenderingProgram } from '#app/rendering-program.ts'
import { screenSourceOf } from '#app/server/pages/built-portal.ts'
import type { Manifest } from '#app/server/pages/page-assets.ts'
import { findAddedLoad, listFirstLoads, type ScriptLoad } from './sizes/first-load.ts'

const limitsKilobytes: Record<string, number> = {
  '/login': 105,
  // The goal is 125; the limit keeps the current size from growing.
  '/invoices': 136,
  'src/kit/web/chart/canvas-plot.ts': 40,
}

const folder = resolve(process.argv[2] ?? 'dist')
const manifest = JSON.parse(readFileSync(join(folder, 'web/.vite/manifest.json'), 'utf8')) as Manifest
const { pages } = (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as RenderingProgram
const screens = Object.fromEntries(pages.map(({ path, screen }) => [path, screenSourceOf(screen)]))

const chunks = Object.keys(limitsKilobytes).filter((name) => name.startsWith('src/'))
const loads = [...listFirstLoads(manifest, pages, screens), ...chunks.map((chunk) => findAddedLoad(manifest, chunk))]
const sizes = loads.map((load) => ({
  name: load.name,
  kilobytes: kilobytesOf(load),
  limit: limitsKilobytes[load.name],
}))
const missing = Object.keys(limitsKilobytes).filter(
  (name) => !sizes.some((size) => size.name === name && size.kilobytes),
)
const tooLarge = sizes.filter(({ kilobytes, limit }) => limit !== undefined && kilobytes > limit)

for (const { name, kilobytes, limit } of sizes)
  console.log(`${kilobytes.toFixed(1).padStart(7)} kB ${limit ? `of ${limit}`.padEnd(7) : ' '.repeat(7)} ${name}`)
for (const { name, limit } of tooLarge) console.error(`${name} is over its limit of ${limit} kB.`)
for (const name of missing) console.error(`There is no ${name} to measure.`)
process.exitCode = tooLarge.length || missing.length ? 1 : 0

function kilobytesOf({ files }: ScriptLoad): number {
  const bytes = files.map((file) => gzipSync(readFileSync(join(folder, 'web', file)), { level: 9 }).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}

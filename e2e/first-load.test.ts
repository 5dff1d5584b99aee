import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rendering } from '#app/rendering.ts'
import { chunksOf, type Manifest } from '#app/server/assets.ts'
import { sourceOf } from '#app/server/built-portal.ts'
import { firstLoads } from '../scripts/sizes/first-load.ts'
import { hydrated, startBrowser, visit } from './browser.ts'
import { portalFolder, type RunningPortal, startPortal } from './server.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal()
})
afterAll(async () => {
  await browser.close()
  await portal.close()
})

// The sizes that `npm run check` holds pages to are worked out from the build; here is what a browser really fetches.
test('the log-in fetches no script but those that its size counts and, after them, those of what is drawn already or watches over it', async () => {
  const { page, context } = await visit(browser, portal, { language: 'en' })
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') fetched.push(new URL(request.url()).pathname.slice(1))
  })
  await page.goto('login')
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  const counted = await filesOf('/login')
  expect(counted.filter((file) => !fetched.includes(file))).toEqual([])
  expect(fetched.filter((file) => !counted.includes(file)).sort()).toEqual(lateFiles(counted).sort())
  await context.close()
})

const drawnAlready = [
  'src/domains/session/web/price-of-the-hour.tsx',
  'src/domains/session/web/other-ways.tsx',
  'src/domains/operator/web/legal-links.tsx',
]
// What watches over the page, with what it says once there is no connection to fetch it by.
const watching = [
  'src/app/web/page-watch.tsx',
  'src/app/web/network.ts',
  'src/app/web/error-pages.tsx',
  'src/kit/web/why-failed.tsx',
]

function manifestOf(): Manifest {
  return JSON.parse(readFileSync(join(portalFolder(), 'web/.vite/manifest.json'), 'utf8'))
}

function lateFiles(counted: string[]): string[] {
  const files = chunksOf(manifestOf(), [...drawnAlready, ...watching]).map(({ file }) => file)
  return files.filter((file) => !counted.includes(file))
}

async function filesOf(path: string): Promise<string[]> {
  const manifest = manifestOf()
  const server = join(portalFolder(), 'server/entry-server.js')
  const { pages } = (await import(pathToFileURL(server).href)) as Rendering
  const screens = Object.fromEntries(pages.map(({ path, screen }) => [path, sourceOf(screen)]))
  return firstLoads(manifest, pages, screens).find(({ name }) => name === path)?.files ?? []
}

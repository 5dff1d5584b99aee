import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RenderingProgram } from '#app/rendering-program.ts'
import { screenSourceOf } from '#app/server/pages/built-portal.ts'
import { chunksOf, type Manifest } from '#app/server/pages/page-assets.ts'
import { listFirstLoads } from '../scripts/sizes/first-load.ts'
import { openVisit, startBrowser, waitForHydration } from './browser.ts'
import { portalFolderPath, type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal()
})
afterAll(() => portal.close())

// The sizes that `npm run check` enforces are computed from the build; this checks what a browser really fetches.
test('the sign-in page fetches only the scripts that its size counts and, after them, those already rendered or watching the page', async () => {
  const { page, context } = await openVisit(browser, portal, { language: 'en' })
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') fetched.push(new URL(request.url()).pathname.slice(1))
  })
  await page.goto('login')
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  const counted = await filesOf('/login')
  expect(counted.filter((file) => !fetched.includes(file))).toEqual([])
  expect(fetched.filter((file) => !counted.includes(file)).sort()).toEqual(lateFiles(counted).sort())
  await context.close()
})

const drawnAlready = [
  'src/domains/session/web/sign-in/current-price.tsx',
  'src/domains/session/web/sign-in/other-sign-in-methods.tsx',
  'src/domains/retailer/web/legal-links.tsx',
]
// Watches the page, including what it shows once there is no connection to fetch it with.
const watching = [
  'src/app/web/page-watch.tsx',
  'src/app/web/network.ts',
  'src/app/web/error-pages.tsx',
  'src/kit/web/feedback/load-failure-reason.tsx',
]

function manifestOf(): Manifest {
  return JSON.parse(readFileSync(join(portalFolderPath(), 'web/.vite/manifest.json'), 'utf8'))
}

function lateFiles(counted: string[]): string[] {
  const files = chunksOf(manifestOf(), [...drawnAlready, ...watching]).map(({ file }) => file)
  return files.filter((file) => !counted.includes(file))
}

async function filesOf(path: string): Promise<string[]> {
  const manifest = manifestOf()
  const server = join(portalFolderPath(), 'server/entry-server.js')
  const { pages } = (await import(pathToFileURL(server).href)) as RenderingProgram
  const screens = Object.fromEntries(pages.map(({ path, screen }) => [path, screenSourceOf(screen)]))
  return listFirstLoads(manifest, pages, screens).find(({ name }) => name === path)?.files ?? []
}

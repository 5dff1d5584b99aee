import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RenderingProgram } from '#app/rendering-program.ts'
import { screenSourceOf } from '#app/server/pages/built-portal.ts'
import type { Manifest } from '#app/server/pages/page-assets.ts'
import {
  insertContract,
  insertCurveDays,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { addDays, firstOfMonth } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { listFirstLoads } from '../scripts/sizes/first-load.ts'
import { openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { portalFolderPath, type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let token: string | undefined

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal({ environment: { DEMO: 'on' } })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId, name: '0048213' })
  await insertInvoice(db, { contract })
  const day = addDays(firstOfMonth(marketDayOf(new Date(), 'Europe/Madrid')), -1)
  await insertCurveDays(db, [
    {
      ...{ supply_point_id: contract.supplyPointId, day, source: 'P1D', step_minutes: 60 },
      ...{ import_wh: Array(24).fill(300), import_period_wh: [2400, 2400, 2400] },
    },
  ])
  token = (await portal.as(await insertUser(db, { customerIds: [customerId] }))).token
})
afterAll(() => portal.close())

// The sizes that `npm run check` enforces are computed from the build; this checks what a browser really fetches.
test.each([
  { key: '/login', path: 'login', isSignedIn: false },
  { key: '/new-gas-customer', path: 'new-gas-customer', isSignedIn: false },
  { key: '/invoices', path: 'invoices', isSignedIn: true },
  { key: '/contracts/electricity/$contractName', path: 'contracts/electricity/0048213', isSignedIn: true },
])('until $key is quiet, it fetches only the scripts that its size counts, and no call', async (screen) => {
  const { page, context, expectNoErrors } = await openVisit(browser, portal, {
    token: screen.isSignedIn ? token : undefined,
    language: 'en',
    viewport: phone,
  })
  const fetched = collectFetched(page)
  await page.goto(screen.path)
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  expect(fetched.scripts.sort()).toEqual((await countedFiles(screen.key)).sort())
  expect(fetched.calls).toEqual([])
  expectNoErrors()
  await context.close()
})

test('once a person acts, a page fetches what shows that the connection is lost', async () => {
  const { page, context } = await openVisit(browser, portal, { language: 'en' })
  await page.goto('login')
  await waitForHydration(page)
  const { file } = manifestOf()['src/app/web/page-watch.tsx']!
  const watch = page.waitForResponse((response) => response.url().endsWith(file))
  await page.mouse.move(10, 10)
  expect((await watch).ok()).toBe(true)
  await context.close()
})

test('once it has been quiet, a page loads what its links open, and the step to it then needs no call', async () => {
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'en', viewport: phone })
  // The calls of the contract are made at once.
  const preloaded = ['/chart/', 'filter=', '/changes/'].map((part) =>
    page.waitForResponse((response) => response.url().includes(part)),
  )
  await page.goto('contracts/electricity')
  await Promise.all(preloaded)
  await page.waitForLoadState('networkidle')
  const fetched = collectFetched(page)
  await page.locator('main a[href$="/contracts/electricity/0048213"]').first().click()
  await page.locator('#consumption').waitFor()
  expect(fetched.calls.filter((call) => call.includes('/contracts'))).toEqual([])
  expectNoErrors()
  await context.close()
})

test('a visitor who asks for less data loads nothing that they have not opened', async () => {
  const { page, context } = await openVisit(browser, portal, { token, language: 'en', viewport: phone })
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await page.goto('contracts/electricity')
  await waitForHydration(page)
  const fetched = collectFetched(page)
  // Twice as long as others wait for the page to be quiet.
  await page.waitForTimeout(3_000)
  expect(fetched.calls).toEqual([])
  await context.close()
})

function collectFetched(page: Page): { scripts: string[]; calls: string[] } {
  const scripts: string[] = []
  const calls: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.slice(1)
    if (request.resourceType() === 'script') scripts.push(path)
    if (request.resourceType() === 'fetch' && path.startsWith('api/')) calls.push(path)
  })
  return { scripts, calls }
}

function manifestOf(): Manifest {
  return JSON.parse(readFileSync(join(portalFolderPath(), 'web/.vite/manifest.json'), 'utf8'))
}

async function countedFiles(path: string): Promise<string[]> {
  const server = join(portalFolderPath(), 'server/entry-server.js')
  const { pages } = (await import(pathToFileURL(server).href)) as RenderingProgram
  const screens = Object.fromEntries(pages.map(({ path, screen }) => [path, screenSourceOf(screen)]))
  return listFirstLoads(manifestOf(), pages, screens).find(({ name }) => name === path)?.files ?? []
}

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Manifest } from '#app/server/pages/page-assets.ts'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { openVisit, startBrowser, waitForHydration } from './browser.ts'
import { listBuiltFiles } from './built-files.ts'
import { portalFolderPath, type RunningPortal, startPortal } from './start-portal.ts'

const folder = mkdtempSync(join(tmpdir(), 'llum-integrity-'))
const built = portalFolderPath()
let browser: Browser
let portal: RunningPortal
let token: string

beforeAll(async () => {
  cpSync(built, folder, { recursive: true })
  vi.stubEnv('PORTAL_DIST', folder)
  browser = await startBrowser()
  portal = await startPortal()
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  await insertInvoice(db, { contract: await insertContract(db, { customerId }) })
  token = (await portal.as(await insertUser(db, { customerIds: [customerId] }))).token!
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await portal.close()
  rmSync(folder, { recursive: true })
})
afterEach(() => {
  cpSync(built, folder, { recursive: true })
})

const entry = 'src/app/web/entry-client.tsx'
const login = 'src/domains/session/web/login-screen.tsx'

test.each([
  ['the entry script', () => filesOf([entry])[0]!, true],
  ['the script of the page itself', () => filesOf([login])[0]!, false],
  [
    'a script that it imports',
    () =>
      filesOf([login])
        .slice(1)
        .find((file) => !filesOf([entry]).includes(file))!,
    false,
  ],
])('%s is blocked when altered after the build, and never runs', async (_, fileOf, stopsAll) => {
  const file = fileOf()
  alter(file)
  const { page, context } = await openVisit(browser, portal, { language: 'en' })
  const refused = page.waitForEvent('console', (message) => /Failed to find a valid digest/.test(message.text()))
  await page.goto('login')
  expect((await refused).text()).toContain(file)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate('window.altered')).toBeUndefined()
  if (stopsAll) expect(await page.locator('html[data-hydrated]').count()).toBe(0)
  // A second attempt, from another page load, does not run it either.
  await page.goto('login')
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate('window.altered')).toBeUndefined()
  await context.close()
})

test('the error reporting script is blocked when altered', async () => {
  await portal.set('errorReporting.url', 'https://key@reports.example/7')
  const manifest = JSON.parse(readFileSync(join(folder, 'web/.vite/reports-manifest.json'), 'utf8')) as Manifest
  const { file } = manifest['src/app/web/error-reports/entry.ts']!
  alter(file)
  const { page, context } = await openVisit(browser, portal, { language: 'en' })
  const refused = page.waitForEvent('console', (message) => /Failed to find a valid digest/.test(message.text()))
  await page.goto('login')
  expect((await refused).text()).toContain(file)
  expect(await page.evaluate('window.altered')).toBeUndefined()
  await context.close()
  await portal.set('errorReporting.url', '')
})

test.each([
  ['login', false],
  ['', true],
  ['invoices', true],
  ['no-such-page', true],
  ['operator/login', false],
])('every script named by the page %j carries its integrity hash', async (address, isSignedIn) => {
  await portal.set('errorReporting.url', 'https://key@reports.example/7')
  const { page, context } = await openVisit(browser, portal, { language: 'en', token: isSignedIn ? token : undefined })
  await page.route('https://reports.example/**', (route) => route.abort())
  await page.goto(address)
  await waitForHydration(page)
  const named = await namedScripts(page)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter(({ integrity }) => !/^sha384-[\w+/]{64}$/.test(integrity))).toEqual([])
  await portal.set('errorReporting.url', '')
  await context.close()
})

/** Returns the scripts that tags of the page name. Scripts fetched later on demand are not included. */
function namedScripts(page: Page): Promise<{ address: string; integrity: string }[]> {
  return page.evaluate(() => {
    const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
    return [
      ...scripts.map(({ src: address, integrity }) => ({ address, integrity })),
      ...links.map(({ href: address, integrity }) => ({ address, integrity })),
    ]
  })
}

const filesOf = (modules: string[]) => listBuiltFiles(modules, folder)

/** Alters a script on disk, and its compressed copies next to it. */
function alter(file: string) {
  const path = join(folder, 'web', file)
  writeFileSync(path, `window.altered = true;${readFileSync(path, 'utf8')}`)
  for (const packed of ['.br', '.gz']) rmSync(path + packed, { force: true })
}

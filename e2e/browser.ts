import { existsSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { cookieText } from '#app/server/cookie-banner.ts'
import { noCookies, writeChoice } from '#domains/consent/rules.ts'
import type { RunningPortal } from './server.ts'

/** The windows in which every journey is looked at. */
export const phone = { width: 390, height: 844 }
export const desk = { width: 1280, height: 900 }

const startArguments = ['--disable-gpu', '--disable-quic', '--disable-background-networking']

/**
 * Starts Chromium: that of CHROMIUM_PATH, Debian's, or Playwright's.
 * @throws with the command that installs one when there is none.
 */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    // Chromium has no sandbox for the superuser.
    args: process.getuid?.() === 0 ? [...startArguments, '--no-sandbox'] : startArguments,
  })
}

function chromiumPath(): string {
  const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', chromium.executablePath()]
  const found = places.find((place) => place && existsSync(place))
  if (found) return found
  throw new Error(
    'There is no Chromium to look at the portal with. Install one with: sudo apt-get install chromium, or: npx playwright-core install chromium',
  )
}

const refused = writeChoice({ key: 'k'.repeat(22), textVersion: cookieText('es').version, choice: noCookies })

/** A visitor's browser, far away and of another language unless said otherwise, and all that went wrong in it. */
export type Visit = {
  context: BrowserContext
  page: Page
  /** Fails when the console said anything, a script threw, the policy blocked something, or a file did not come. */
  expectQuiet(): void
}

/** Opens a window on a portal, signed in when a token is given. Cookies were refused on an earlier visit, unless it is the first. */
export async function visit(
  browser: Browser,
  portal: RunningPortal,
  {
    token,
    language,
    isFirst = false,
    ...options
  }: { token?: string; language?: string; isFirst?: boolean } & BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: `${portal.address}/`,
    viewport: desk,
    locale: 'de-DE',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    // What a worker keeps would be there for the next journey's page.
    serviceWorkers: 'block',
    ...options,
  })
  const cookies = Object.entries({ token, language, consent: isFirst ? undefined : refused }).filter(
    (cookie): cookie is [string, string] => Boolean(cookie[1]),
  )
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: portal.address })))
  const complaints: string[] = []
  const visited = new Set<string>()
  const page = await context.newPage()
  page.on('request', (request) => request.isNavigationRequest() && visited.add(request.url()))
  page.on('console', (message) => {
    // That a page was answered with an error is the browser's own remark; the journey looks at the status itself.
    const isAboutPage = message.text().startsWith('Failed to load resource') && visited.has(message.location().url)
    // That workers are kept out is the doing of these journeys.
    const isAboutWorker = message.text() === 'Service Worker registration blocked by Playwright'
    if (!isAboutPage && !isAboutWorker) complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
  page.on('requestfailed', (request) => {
    // What a page was still fetching when it was left is given up by the browser.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`not fetched: ${request.url()}`)
  })
  return {
    context,
    page,
    expectQuiet: () => expect(complaints.splice(0), `on ${page.url()}`).toEqual([]),
  }
}

/** Waits until the page does what its script says, not only what its HTML does. */
export async function hydrated(page: Page) {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  // The parts of a page are taken over one after the other; then there is nothing left to do.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
}

/** Fails when the page breaks a rule of WCAG 2.2 A or AA that a program can check. */
export async function expectAccessible(page: Page) {
  // No page has frames of another origin, for whose sake axe would open a page of its own each time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(told, `on ${page.url()}`).toEqual([])
}

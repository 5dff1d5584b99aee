import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Locator,
  type Page,
} from 'playwright-core'
import { expect } from 'vitest'
import { consentTextIn } from '#app/server/pages/cookie-banner.ts'
import { noCookies, serializeChoice } from '#domains/consent/rules.ts'
import { findChromium } from './find-chromium.ts'
import type { RunningPortal } from './start-portal.ts'

/** The viewports in which every journey is checked. */
export const phone = { width: 390, height: 844 }
export const desk = { width: 1280, height: 900 }
/** The narrowest one in which nothing may scroll sideways (WCAG 2.2, 1.4.10). */
export const narrowPhone = { width: 320, height: 640 }

const startArguments = ['--disable-gpu', '--disable-quic', '--disable-background-networking']

let started: Promise<Browser> | undefined

/**
 * Returns the browser of this process, without what an earlier file left open. It starts on the first call and ends
 * with the process.
 */
export async function startBrowser(): Promise<Browser> {
  started ??= launchBrowser()
  const browser = await started
  await Promise.all(browser.contexts().map((context) => context.close()))
  return browser
}

async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    // Chromium cannot use its sandbox when run as root.
    args: process.getuid?.() === 0 ? [...startArguments, '--no-sandbox'] : startArguments,
  })
}

const refusedConsent = serializeChoice({
  key: 'k'.repeat(22),
  textVersion: consentTextIn('es').version,
  choice: noCookies,
})

/** A visitor's browser, by default in a distant time zone and another language, and all errors collected in it. */
export type BrowserVisit = {
  context: BrowserContext
  page: Page
  /**
   * Fails if the console logged anything, a script threw, the content security policy blocked something, or a file
   * could not be fetched.
   */
  expectNoErrors(): void
}

/**
 * Opens a page on a portal, signed in if a token is given. Cookies count as refused on an earlier visit, unless this is
 * the first.
 */
export async function openVisit(
  browser: Browser,
  portal: RunningPortal,
  {
    token,
    language,
    isFirst = false,
    ...options
  }: { token?: string; language?: string; isFirst?: boolean } & BrowserContextOptions = {},
): Promise<BrowserVisit> {
  const context = await browser.newContext({
    baseURL: `${portal.address}/`,
    viewport: desk,
    locale: 'de-DE',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    // A service worker's cache would leak into the next journey's page.
    serviceWorkers: 'block',
    ...options,
  })
  const cookies = Object.entries({ token, language, consent: isFirst ? undefined : refusedConsent }).filter(
    (cookie): cookie is [string, string] => Boolean(cookie[1]),
  )
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: portal.address })))
  const errors: string[] = []
  const visited = new Set<string>()
  const page = await context.newPage()
  page.on('request', (request) => request.isNavigationRequest() && visited.add(request.url()))
  page.on('console', (message) => {
    // The browser itself logs that a page was answered with an error; the journey checks the status itself.
    const isAboutPage = message.text().startsWith('Failed to load resource') && visited.has(message.location().url)
    // Service workers are blocked by the journeys themselves.
    const isAboutWorker = message.text() === 'Service Worker registration blocked by Playwright'
    if (!isAboutPage && !isAboutWorker) errors.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => errors.push(`thrown: ${error.message}`))
  page.on('requestfailed', (request) => {
    // The browser aborts pending requests when a page is left.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') errors.push(`not fetched: ${request.url()}`)
  })
  return {
    context,
    page,
    expectNoErrors: () => expect(errors.splice(0), `on ${page.url()}`).toEqual([]),
  }
}

/**
 * Waits until the page is hydrated and its scripts respond. The parts of a page hydrate one after the other, each as its
 * code arrives, and React drops what is pressed in a part before; a hydrated button carries the properties of React. What
 * is not shown, such as a closed popover, may stay as the server rendered it, and what is around the page may come from
 * elsewhere, such as a chat or the choice of cookies.
 */
export async function waitForHydration(page: Page) {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main button')].every(
      (button) => !button.checkVisibility() || Object.keys(button).some((key) => key.startsWith('__reactProps$')),
    ),
  )
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
}

/** Takes the session from the browser. The page is left first: calls that it still makes would be refused and logged. */
export async function dropSession(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'token' })
}

/** Scrolls through the page to its end: what is far down is drawn when it comes into view. */
export async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 50)))
    }
  })
}

/**
 * Scrolls through the page until it shows what comes with code and data of its own once it is in view. One scroll is not
 * enough: a step to another page scrolls back to the top when it is done.
 */
export async function scrollUntilShown(wanted: Locator) {
  const scrollOn = async () => {
    if (!(await wanted.isVisible())) await scrollThrough(wanted.page())
    return wanted.isVisible()
  }
  // On a busy machine a scroll through a long page takes many seconds.
  await expect.poll(scrollOn, { timeout: 100_000 }).toBe(true)
  await wanted.scrollIntoViewIfNeeded()
}

// Half the size of the one that the package exports, for every page to compile.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails if the page is wider than its viewport. `what` names it where several are checked. */
export async function expectNoSidewaysScroll(page: Page, what?: string) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, what).toBeLessThanOrEqual(page.viewportSize()!.width)
}

/** The kinds of elements that have been checked, by window and colours. */
const checkedKinds = new Map<string, Set<string>>()

/**
 * Fails if the page breaks a rule of WCAG 2.2 A or AA that can be checked automatically. Of a page that resembles one
 * checked before, only elements of kinds that were not part of it are checked.
 */
export async function expectAccessible(page: Page) {
  const { setting, kinds } = await page.evaluate(describeElements)
  const checked = checkedKinds.get(setting) ?? new Set()
  const newKinds = kinds.filter((kind) => !checked.has(kind))
  if (newKinds.length === 0) return
  await loadCheckers(page)
  const isMostlyNew = newKinds.length * 2 > kinds.length
  const violations = await page.evaluate(findViolations, { tags: wcagTags, kinds: isMostlyNew ? null : newKinds })
  expect(violations, `on ${page.url()}`).toEqual([])
  checkedKinds.set(setting, new Set([...checked, ...kinds]))
}

/**
 * Marks every element with its kind: what rules look at of it and its parent, except the wording. Returns the kinds on
 * the page. Runs in the browser.
 */
function describeElements() {
  const valued = /^(class|role|type|tabindex|data-\w+|aria-(hidden|expanded|disabled|current|invalid))$/
  const unlike = /^(id|href|src|d|name|value|style|for)$/
  const describe = ({ localName, attributes }: Element) =>
    [
      localName,
      ...[...attributes]
        .filter(({ name }) => !unlike.test(name))
        .map(({ name, value }) => (valued.test(name) ? `${name}=${value}` : name)),
    ].join(' ')
  const kindOf = new Map<Element, string>()
  for (const element of document.querySelectorAll('*')) {
    const text = element.textContent?.trim() ? 'text' : 'empty'
    kindOf.set(element, `${element.parentElement && describe(element.parentElement)} > ${describe(element)} ${text}`)
  }
  Object.assign(window, { kindOf })
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  return { setting: `${innerWidth} ${isDark}`, kinds: [...new Set(kindOf.values())] }
}

/** Returns the violations in elements of some kinds, or in the whole page. Runs in the browser. */
async function findViolations({ tags, kinds }: { tags: string[]; kinds: string[] | null }) {
  const { axe: checker, kindOf } = window as unknown as { axe: typeof axe; kindOf: Map<Element, string> }
  const isNew = new Set(kinds)
  const elements = [...kindOf].filter(([, kind]) => isNew.has(kind)).map(([element]) => element)
  const context = kinds ? { include: elements.filter((element) => element.isConnected) } : document
  // Describing every element that follows a rule takes as long as checking it.
  const { violations } = await checker.run(context as Document, { runOnly: tags, resultTypes: ['violations'] })
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

async function loadCheckers(page: Page) {
  await loadChecker(page.mainFrame())
  const frames = page.frames().filter((frame) => frame !== page.mainFrame())
  await Promise.all(frames.map((frame) => Promise.race([loadChecker(frame).catch(() => undefined), pause(1_000)])))
}

/** Loads axe into a document that does not have it yet. A frame without script may never reply. */
async function loadChecker(frame: Frame) {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
}

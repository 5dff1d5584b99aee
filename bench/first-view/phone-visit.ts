import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Page, Request } from 'playwright-core'

/** A page on a phone that nothing has been loaded into yet, and everything it requests. */
export type PhoneVisit = { page: Page; requests: Request[]; client: CDPSession; close(): Promise<void> }

/** What a page fetches until it is quiet; kilobytes of scripts after gzip 9. */
export type PageWeight = { requests: number; scripts: number; kilobytes: number }

export type VisitCookies = Record<string, string>

const observer = readFileSync(new URL('observe-page.js', import.meta.url), 'utf8')
const quietMs = 1_500
const maxWaitMs = 60_000

// Slow 4G and a phone's processor as Lighthouse applies them in a browser: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
const processorSlowdown = 4

/** Opens an empty page on a phone with an empty cache. */
export async function openPhone(browser: Browser, address: string, cookies: VisitCookies): Promise<PhoneVisit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'es-ES',
  })
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: address })))
  await context.addInitScript(observer)
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const client = await context.newCDPSession(page)
  return { page, requests, client, close: () => context.close() }
}

/** Slows a page's network and processor down to those of an older phone. */
export async function slowDown({ client }: PhoneVisit) {
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', slow4g)
  await client.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
}

/**
 * Waits until nothing has been requested or answered for a while: the page's own load has ended then, and what it loads of
 * other pages has not begun.
 */
export async function waitUntilQuiet({ page }: PhoneVisit, forMs = quietMs) {
  await page.waitForLoadState('load', { timeout: maxWaitMs })
  let last = Date.now()
  let open = 0
  const begun = () => {
    open++
    last = Date.now()
  }
  const ended = () => {
    open--
    last = Date.now()
  }
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended)
  while (open > 0 || Date.now() - last < forMs) await pause(100)
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended)
}

/** Returns what a visit has fetched so far. */
export async function weigh({ requests }: PhoneVisit): Promise<PageWeight> {
  const scripts = requests.filter((request) => request.resourceType() === 'script')
  const sizes = await Promise.all(
    scripts.map(async (request) => gzipSync((await (await request.response())?.body()) ?? '', { level: 9 }).length),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return { requests: requests.length, scripts: scripts.length, kilobytes: bytes / 1000 }
}

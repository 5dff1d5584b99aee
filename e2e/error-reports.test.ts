import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hydrated, startBrowser, visit } from './browser.ts'
import { type RunningPortal, startPortal } from './server.ts'

const dsn = 'https://key@reports.example/7'

describe('an error in a browser', () => {
  let browser: Browser
  let portal: RunningPortal
  beforeAll(async () => {
    browser = await startBrowser()
    portal = await startPortal()
    await portal.set('errorReporting.replaysSessionSampleRate', 1)
  })
  afterAll(async () => {
    await browser.close()
    await portal.close()
  })

  /** Takes what a page reports, and breaks something on it. */
  async function breakOn(page: Page) {
    const received: string[] = []
    await page.route('https://reports.example/**', async (route) => {
      received.push(route.request().postData() ?? '')
      await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: {} })
    })
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto('acceso?redirectPath=%2Fcontracts%2F0054210')
    await hydrated(page)
    const breaks = () =>
      page.evaluate(() => {
        setTimeout(() => {
          throw new Error('broken for "Anna Puig" anna@retailer.test')
        })
      })
    return { received, loaded, breaks }
  }

  test('is reported where the retailer says, with nothing of whoever met it', async () => {
    await portal.set('errorReporting.url', dsn)
    const { page, context } = await visit(browser, portal, { language: 'es' })
    const { received, loaded, breaks } = await breakOn(page)
    await expect.poll(() => loaded.some((url) => url.includes('/assets/reports/entry'))).toBe(true)
    await expect
      .poll(async () => {
        await breaks()
        return received.length
      })
      .toBeGreaterThan(0)
    expect(received[0]).toContain('broken for')
    expect(received[0]).toContain('"transaction":"/acceso"')
    for (const personal of ['Anna', 'anna@', '0054210', 'redirectPath']) expect(received.join()).not.toContain(personal)
    // Nobody has agreed to be recorded.
    expect(loaded.filter((url) => url.includes('recording'))).toEqual([])
    await context.close()
  })

  test('stays in the browser where nobody says, and nothing is loaded for it', async () => {
    await portal.set('errorReporting.url', '')
    const { page, context } = await visit(browser, portal, { language: 'es' })
    const { received, loaded, breaks } = await breakOn(page)
    await breaks()
    expect(loaded.filter((url) => url.includes('/assets/reports/'))).toEqual([])
    expect(received).toEqual([])
    await context.close()
  })
})

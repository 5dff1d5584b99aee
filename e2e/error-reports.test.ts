import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openVisit, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const dsn = 'https://key@reports.example/7'

describe('an error in a browser', () => {
  let browser: Browser
  let portal: RunningPortal
  beforeAll(async () => {
    browser = await startBrowser()
    portal = await startPortal()
    await portal.set('errorReporting.replaysSessionSampleRate', 1)
  })
  afterAll(() => portal.close())

  /** Captures the reports of a page, and triggers an error on it. */
  async function breakOn(page: Page) {
    const received: string[] = []
    await page.route('https://reports.example/**', async (route) => {
      received.push(route.request().postData() ?? '')
      await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: {} })
    })
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto('acceso?redirectPath=%2Fcontracts%2F0054210')
    await waitForHydration(page)
    const breaks = () =>
      page.evaluate(() => {
        setTimeout(() => {
          throw new Error('broken for "Anna Puig" anna@retailer.test')
        })
      })
    return { received, loaded, breaks }
  }

  test('is reported to the configured service, without personal data', async () => {
    await portal.set('errorReporting.url', dsn)
    const { page, context } = await openVisit(browser, portal, { language: 'es' })
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
    // No visitor has agreed to session recording.
    expect(loaded.filter((url) => url.includes('recording'))).toEqual([])
    await context.close()
  })

  test('stays in the browser without a configured service, and loads nothing for it', async () => {
    await portal.set('errorReporting.url', '')
    const { page, context } = await openVisit(browser, portal, { language: 'es' })
    const { received, loaded, breaks } = await breakOn(page)
    await breaks()
    expect(loaded.filter((url) => url.includes('/assets/reports/'))).toEqual([])
    expect(received).toEqual([])
    await context.close()
  })
})

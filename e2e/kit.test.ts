import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPortal } from '#app/server/testing/test-portal.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { portalFolderPath, type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
})

describe('in development', () => {
  let portal: RunningPortal

  beforeAll(async () => {
    const developed = await startTestPortal({ portal: { kind: 'development' } })
    portal = { ...developed, address: await developed.app.listen({ port: 0, host: '127.0.0.1' }) }
  })
  afterAll(() => portal.close())

  for (const [window, viewport] of Object.entries({ desk, phone }))
    for (const colorScheme of ['light', 'dark'] as const)
      test(`every component of the kit is accessible in all its states: ${window}, ${colorScheme}`, async () => {
        const { page, context } = await openVisit(browser, portal, { language: 'es', viewport, colorScheme })
        const warned = warnings(page)
        await page.goto('kit')
        await waitForHydration(page)
        await page.getByRole('heading', { name: 'Los componentes del portal', level: 1 }).waitFor()
        await expectAccessible(page)
        expect(warned).toEqual([])
        await context.close()
      })

  test('a page is rendered by the server and hydrated from source', async () => {
    const { page, context } = await openVisit(browser, portal, { language: 'es' })
    const warned = warnings(page)
    const answer = await page.goto('acceso')
    expect(await answer?.text()).toContain('<h1')
    await waitForHydration(page)
    expect(await page.evaluate(() => document.querySelectorAll('script[src$="entry-client.tsx"]').length)).toBe(1)
    expect(warned).toEqual([])
    await context.close()
  })
})

test('a built portal has no page of components and ships none of it', async () => {
  const portal = await startPortal()
  expect((await portal.app.inject('/kit')).statusCode).toBe(404)
  expect(readFileSync(join(portalFolderPath(), 'web/.vite/manifest.json'), 'utf8')).not.toContain('kit-page')
  await portal.close()
})

/** Collects console warnings. The greetings of the bundler and of React for developers are left out. */
function warnings(page: Page): string[] {
  const warned: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && warned.push(message.text()))
  page.on('pageerror', (error) => warned.push(error.message))
  return warned
}

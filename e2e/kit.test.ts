import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPortal } from '#app/server/testing/portal.ts'
import { desk, expectAccessible, hydrated, phone, startBrowser, visit } from './browser.ts'
import { portalFolder, type RunningPortal, startPortal } from './server.ts'

let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

describe('while the portal is developed', () => {
  let portal: RunningPortal

  beforeAll(async () => {
    const developed = await testPortal({ portal: { kind: 'development' } })
    portal = { ...developed, address: await developed.app.listen({ port: 0, host: '127.0.0.1' }) }
  })
  afterAll(() => portal.close())

  for (const [window, viewport] of Object.entries({ desk, phone }))
    for (const colorScheme of ['light', 'dark'] as const)
      test(`every part of the kit is accessible in all its states: ${window}, ${colorScheme}`, async () => {
        const { page, context } = await visit(browser, portal, { language: 'es', viewport, colorScheme })
        const warned = warnings(page)
        await page.goto('kit')
        await hydrated(page)
        await page.getByRole('heading', { name: 'Las piezas del portal', level: 1 }).waitFor()
        await expectAccessible(page)
        expect(warned).toEqual([])
        await context.close()
      })

  test('a page is drawn by the server and comes to life from its sources', async () => {
    const { page, context } = await visit(browser, portal, { language: 'es' })
    const warned = warnings(page)
    const answer = await page.goto('acceso')
    expect(await answer?.text()).toContain('<h1')
    await hydrated(page)
    expect(await page.evaluate(() => document.querySelectorAll('script[src$="entry-client.tsx"]').length)).toBe(1)
    expect(warned).toEqual([])
    await context.close()
  })
})

test('a built portal has no page of parts, nor carries any of it', async () => {
  const portal = await startPortal()
  expect((await portal.app.inject('/kit')).statusCode).toBe(404)
  expect(readFileSync(join(portalFolder(), 'web/.vite/manifest.json'), 'utf8')).not.toContain('kit-page')
  await portal.close()
})

/** What the console warns of; the bundler and React also greet whoever develops. */
function warnings(page: Page): string[] {
  const warned: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && warned.push(message.text()))
  page.on('pageerror', (error) => warned.push(error.message))
  return warned
}

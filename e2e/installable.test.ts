import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let token: string | undefined

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal()
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  await insertContract(db, { customerId })
  token = (await portal.as(await insertUser(db, { customerIds: [customerId] }))).token
})
afterAll(() => portal.close())

async function openInstalled() {
  const visited = await openVisit(browser, portal, { token, viewport: phone, language: 'es', serviceWorkers: 'allow' })
  await visited.page.goto('contratos/electricidad')
  await waitForHydration(visited.page)
  await visited.page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
  })
  await visited.page.reload()
  return visited
}

/** Returns the paths of everything in the service worker's caches. */
function listCachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const cachedPaths: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) cachedPaths.push(new URL(url).pathname)
    return cachedPaths
  })
}

test('the portal can be installed with the name and colour of the retailer', async () => {
  const { page, context } = await openVisit(browser, portal, { token })
  await page.goto('contratos/electricidad')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(address!)).json()
  expect(manifest).toMatchObject({ name: 'Demo Energia', display: 'standalone', theme_color: '#0b5a43' })
  for (const { src, sizes } of manifest.icons) {
    const png = await (await page.request.get(src)).body()
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
  await context.close()
})

test('a page without a connection shows the time of the last one, and recovers with the connection', async () => {
  const { page, context } = await openInstalled()
  await context.setOffline(true)
  await page.goto('facturas')
  await page.getByRole('heading', { level: 1, name: 'Sin conexión' }).waitFor()
  expect(await page.getByText(/Última conexión: .*20\d\d/).count()).toBe(1)
  await expectAccessible(page)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Probar otra vez' }).click()
  await page.getByRole('heading', { level: 1, name: 'Facturas' }).waitFor()
  await context.close()
})

test('no personal data is cached in the browser, and signing out removes the time of the last visit', async () => {
  const { page, context } = await openInstalled()
  const cachedPaths = await listCachedPaths(page)
  expect(cachedPaths.filter((path) => !path.startsWith('/assets/') && !path.startsWith('/offline/'))).toEqual([])
  expect(cachedPaths).toContain('/offline/last-seen')
  await page.evaluate(() => fetch('/api/v2/user/logout', { method: 'POST' }))
  await expect.poll(async () => await listCachedPaths(page)).not.toContain('/offline/last-seen')
  await context.close()
})

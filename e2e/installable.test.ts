import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aContract, aCustomer, aUser } from '#app/server/testing/builders.ts'
import { expectAccessible, hydrated, phone, startBrowser, visit } from './browser.ts'
import { type RunningPortal, startPortal } from './server.ts'

let browser: Browser
let portal: RunningPortal
let token: string | undefined

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal()
  const { db } = portal.context
  const customerId = await aCustomer(db)
  await aContract(db, { customerId })
  token = (await portal.as(await aUser(db, { customerIds: [customerId] }))).token
})
afterAll(async () => {
  await browser.close()
  await portal.close()
})

async function openInstalled() {
  const visited = await visit(browser, portal, { token, viewport: phone, language: 'es', serviceWorkers: 'allow' })
  await visited.page.goto('contratos/electricidad')
  await hydrated(visited.page)
  await visited.page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
  })
  await visited.page.reload()
  return visited
}

/** The addresses of all that the worker keeps. */
function keptIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname)
    return kept
  })
}

test('the portal can be installed under the name and colour of the retailer', async () => {
  const { page, context } = await visit(browser, portal, { token })
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

test('without a connection a page says so, and how old is what was seen; it is back when the connection is', async () => {
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

test('nothing that is somebody’s is kept in the browser, and whoever leaves takes the time of the visit along', async () => {
  const { page, context } = await openInstalled()
  const kept = await keptIn(page)
  expect(kept.filter((path) => !path.startsWith('/assets/') && !path.startsWith('/offline/'))).toEqual([])
  expect(kept).toContain('/offline/last-seen')
  await page.evaluate(() => fetch('/api/v2/user/logout', { method: 'POST' }))
  await expect.poll(async () => await keptIn(page)).not.toContain('/offline/last-seen')
  await context.close()
})

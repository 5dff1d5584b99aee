import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frameAttribute } from '#app/rendering-program.ts'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let token: string | undefined

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal({ pageLimits: { maxConcurrent: 0, maxQueued: 0 } })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId })
  await insertInvoice(db, { contract, number: 'FE2611-1' })
  token = (await portal.as(await insertUser(db, { customerIds: [customerId] }))).token
})
afterAll(() => portal.close())

test.each([
  ['an invoice list', 'facturas', 'FE2611-1'],
  ['an unknown page', 'nada', 'Esta página no existe'],
])('a server without time to render leaves it to the browser: %s', async (_, path, text) => {
  for (const viewport of [phone, desk]) {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, viewport, language: 'es' })
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    expect(await response?.text()).toContain(frameAttribute)
    await page.getByText(text).first().waitFor()
    await waitForHydration(page)
    expect(await page.locator(`html[${frameAttribute}]`).count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Contratos' }).first().click()
    await page.waitForURL(/contratos/)
    expectNoErrors()
    await context.close()
  }
})

test('visitors sign in, and who may not see a page is redirected', async () => {
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { language: 'en' })
  await page.goto('facturas')
  await page.waitForURL(/redirectPath/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessible(page)
  expectNoErrors()
  await context.close()
})

test('without script, the page says what to do', async () => {
  const { page, context } = await openVisit(browser, portal, { token, language: 'es', javaScriptEnabled: false })
  await page.goto('facturas')
  await page.getByText('Espera un minuto y vuelve a cargar la página.').waitFor()
  await context.close()
})

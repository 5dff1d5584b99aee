import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const invoiceCount = 40

let browser: Browser
let portal: RunningPortal
let token: string | undefined

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal()])
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId })
  for (let index = 0; index < invoiceCount; index++)
    await insertInvoice(db, { contract, number: `FE-${index}`, paid_status: 'paid' })
  token = (await portal.as(await insertUser(db, { customerIds: [customerId] }))).token
})
afterAll(() => portal.close())

const list = 'facturas?limit=100'

test('without script, the first rows of a long list lead to a page with all of them', async () => {
  for (const viewport of [phone, desk]) {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      ...{ token, viewport, language: 'es', javaScriptEnabled: false },
    })
    await page.goto(list)
    const rows = page.locator('tbody tr')
    expect(await rows.count()).toBe(20)
    await page.getByText('Se ven 20 filas de 40.').waitFor()
    await page.getByRole('link', { name: 'Ver todas' }).click()
    await page.waitForURL(/limit=100&rows=all/)
    expect(await rows.count()).toBe(invoiceCount)
    expect(await page.getByRole('link', { name: 'Ver todas' }).count()).toBe(0)
    expectNoErrors()
    await context.close()
  }
})

test('with script, all rows are there once the page works, and the page keeps where it was scrolled to', async () => {
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, viewport: phone, language: 'es' })
  await page.goto(list)
  await waitForHydration(page)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(invoiceCount)
  expect(await page.getByText('Se ven 20 filas').count()).toBe(0)
  await expectAccessible(page)
  const last = page.locator('tbody tr').last()
  await last.scrollIntoViewIfNeeded()
  await page.waitForTimeout(300)
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(2_000)
  await page.reload()
  await waitForHydration(page)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(invoiceCount)
  expect(Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(300)
  expectNoErrors()
  await context.close()
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aContract, aCustomer, aUser } from '#app/server/testing/builders.ts'
import { newToken } from '#domains/session/server/entry.ts'
import { atTheDesk } from './at-the-desk.ts'
import { desk, expectAccessible, hydrated, startBrowser, visit } from './browser.ts'
import { type RunningPortal, startPortal } from './server.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal()])
})
afterAll(async () => {
  await browser.close()
  await portal.close()
})

describe('an operator', () => {
  test('changes the brand and adds a banner, which customers see', async () => {
    const { context, page, expectQuiet } = await atTheDesk(browser, portal, 'operator/settings?group=brand')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cambiar Color de la marca' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Valor').fill('#ffd400')
    await dialog.getByText('En oscuro').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.goto('operator/content?kind=banner')
    await hydrated(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Añadir' }).click()
    await dialog.getByLabel('Código').fill('home')
    await dialog.getByLabel('HTML', { exact: true }).fill('<p>Placas solares en tu tejado</p>')
    await dialog.locator('p', { hasText: 'Placas solares' }).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('rowheader', { name: 'home' }).waitFor()
    expectQuiet()
    await context.close()

    const { db } = portal.context
    const customerId = await aCustomer(db)
    await aContract(db, { customerId })
    const userId = await aUser(db, { customerIds: [customerId] })
    const token = await newToken(portal.context, { userId, locale: 'es' })
    const own = await visit(browser, portal, { viewport: desk, language: 'es', token })
    await own.page.goto('')
    await own.page.getByText('Placas solares en tu tejado').waitFor()
    const brand = await own.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'))
    expect(brand.trim()).toBe('#ffd400')
    await own.context.close()
  })
})

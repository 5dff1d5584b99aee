import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { createSessionToken } from '#domains/session/server/sign-in/sign-in.ts'
import { desk, expectAccessible, openVisit, startBrowser, waitForHydration } from './browser.ts'
import { visitAsOperator } from './operator-visit.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal()])
})
afterAll(() => portal.close())

describe('an operator', () => {
  test('changes the brand and adds a banner that customers see', async () => {
    const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator/settings?group=brand')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cambiar Color de la marca' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Valor').fill('#ffd400')
    await dialog.getByText('En oscuro').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.goto('operator/content?kind=banner')
    await waitForHydration(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Añadir' }).click()
    await dialog.getByLabel('Código').fill('home')
    await dialog.getByLabel('HTML', { exact: true }).fill('<p>Placas solares en tu tejado</p>')
    await dialog.locator('p', { hasText: 'Placas solares' }).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('rowheader', { name: 'home' }).waitFor()
    expectNoErrors()
    await context.close()

    const { db } = portal.context
    const customerId = await insertCustomer(db)
    await insertContract(db, { customerId })
    const userId = await insertUser(db, { customerIds: [customerId] })
    const token = await createSessionToken(portal.context, { userId, locale: 'es' })
    const own = await openVisit(browser, portal, { viewport: desk, language: 'es', token })
    await own.page.goto('')
    await own.page.getByText('Placas solares en tu tejado').waitFor()
    const brand = await own.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'))
    expect(brand.trim()).toBe('#ffd400')
    await own.context.close()
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { password } from '#domains/session/server/session-testing.ts'
import { createSessionToken } from '#domains/session/server/sign-in/sign-in.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { visitAsOperator } from './operator-visit.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ now: new Date('2026-11-20T15:20:00Z') })])
})
afterAll(() => portal.close())

describe('an operator', () => {
  test('signs in with a code, finds a customer, and impersonates them with a notice that it is read-only', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { name: 'Eva García Lluís', tax_id: '99100733N' })
    await insertContract(db, { customerId, name: '0049077' })
    const userId = await insertUser(db, { login: 'eva', name: 'Eva García', customerIds: [customerId] })
    const operator = await createTestOperator(portal)
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport: desk, language: 'es' })
    await page.goto('operator/customers?q=lluis')
    await waitForHydration(page)
    expect(new URL(page.url()).pathname).toBe('/operator/login')
    await expectAccessible(page)
    await page.getByLabel('Usuario, NIF o correo electrónico').fill(operator.login)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByLabel('Código').fill(operator.code())
    await page.getByRole('button', { name: 'Continuar' }).click()

    await page.getByRole('link', { name: 'Eva García Lluís' }).click()
    await page.getByRole('heading', { name: 'Eva García Lluís' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ver como cliente: Eva García' }).click()
    await page.getByLabel('Motivo').fill('Su llamada de hoy')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Abrir el portal' }).click()
    const seen = await opened
    await seen.getByText('Eva García').first().waitFor()
    expect(seen.url()).not.toContain('token')
    await seen
      .getByText(/solo (lectura|mirar)|sin cambiar|no puedes cambiar/i)
      .first()
      .waitFor()
    expectNoErrors()
    await context.close()

    const token = await createSessionToken(portal.context, { userId, locale: 'es' })
    const own = await openVisit(browser, portal, { viewport: phone, language: 'es', token })
    await own.page.goto('perfil/sesiones')
    await own.page.getByText('Su llamada de hoy').waitFor()
    await expectAccessible(own.page)
    own.expectNoErrors()
    await own.context.close()
  })

  test.each([
    { width: 1280, height: 600 },
    { width: 900, height: 900 },
  ])('always sees the button that ends impersonation in a viewport of $width by $height', async (viewport) => {
    const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator', { viewport })
    const leave = page.getByRole('button', { name: 'Salir' })
    const box = (await leave.boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(viewport.height)
    await expectAccessible(page)
    await leave.click()
    await page.waitForURL('**/operator/login')
    expectNoErrors()
    await context.close()
  })

  test('sees the not-found page inside the back office for a URL that does not exist', async () => {
    for (const path of ['operator/no-such-desk', 'operator/customers/2147483647']) {
      const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, path, {
        viewport: desk,
        language: 'es',
      })
      await page.getByRole('heading', { name: 'Esta página no existe', level: 1 }).waitFor()
      expect(await page.title()).toMatch(/^Esta página no existe/)
      await page.getByRole('navigation').first().waitFor()
      expect(await page.locator('main').getByRole('link').allTextContents()).toEqual(['Ir al inicio'])
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Ir al inicio' }).click()
      await page.waitForURL(/\/operator$/)
      expectNoErrors()
      await context.close()
    }
  })

  test('uses a phone, and other users are rejected', async () => {
    const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator', {
      viewport: phone,
      language: 'ca',
    })
    await page.getByRole('button', { name: 'Obre el menú' }).click()
    await page.getByRole('link', { name: 'Operadors' }).click()
    await page.getByRole('heading', { name: 'Operadors', level: 1 }).waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await page.goto('factures')
    expect(new URL(page.url()).pathname).toBe('/acces')
    await context.close()
  })

  test('sees only what their role includes in the menu, and is told which role another page requires', async () => {
    const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator', { roles: ['care'] })
    const menu = page.getByRole('navigation', { name: 'Menú' })
    await menu.getByRole('link', { name: 'Consultas' }).waitFor()
    expect(await menu.getByRole('link', { name: 'Operadores' }).count()).toBe(0)
    expectNoErrors()

    const answer = await page.goto('operator/operators')
    expect(answer!.status()).toBe(403)
    await page.getByRole('heading', { name: 'Esta página es de otro rol' }).waitFor()
    await page.getByText('Tus roles: Atención al cliente.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Ir a Hoy' }).click()
    await page.getByRole('heading', { name: 'Hoy', level: 1 }).waitFor()
    await context.close()
  })
})

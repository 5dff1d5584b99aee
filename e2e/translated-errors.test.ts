import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desk, openVisit, startBrowser, waitForHydration } from './browser.ts'
import { demoPassword, type RunningPortal, startDemoPortal, tokenOf } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let token: string

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now: new Date(), months: 3 })])
  token = await tokenOf(portal, 'anna')
})
afterAll(() => portal.close())

type Mistake = [what: string, path: string, by: 'anybody' | 'anna', make: (page: Page) => Promise<void>]

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const mistakes: Mistake[] = [
  ['an invoice to compare', 'comparador', 'anybody', press('Comparar')],
  ['a gas invoice to compare', 'comparador-gas', 'anybody', press('Comparar')],
  ['a new contract', 'nuevo-cliente-electricidad', 'anybody', press('Continuar')],
  ['an account to sign up for', 'registro', 'anybody', press('Crear mi cuenta')],
  ['a password to set anew', 'recordar-clave', 'anybody', press(/^Enviar/)],
  ['a message to the retailer', 'contacto', 'anna', press(/^Enviar/)],
]

describe('errors follow a change of language', () => {
  test.each(mistakes)('of %s', async (_, path, by, make) => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      viewport: desk,
      language: 'es',
      ...(by === 'anna' && { token }),
    })
    await page.goto(path)
    await waitForHydration(page)
    await make(page)
    await expectTranslated(page)
    expectNoErrors()
    await context.close()
  })

  test('of a field that only the server rejects', async () => {
    const { page, context } = await openVisit(browser, portal, { viewport: desk, language: 'es', token: token! })
    await page.goto('cambio-de-clave')
    await waitForHydration(page)
    await page.getByLabel('Contraseña actual').fill(demoPassword)
    for (const label of ['Contraseña nueva', /^Repite/])
      await page.getByLabel(label, { exact: true }).fill('Password-2026!')
    await press(/^Cambiar/)(page)
    await expectTranslated(page)
    await context.close()
  })

  test('of an unreachable server', async () => {
    const { page, context } = await openVisit(browser, portal, { viewport: desk, language: 'es' })
    await page.goto('recordar-clave')
    await waitForHydration(page)
    await page.getByLabel('NIF, NIE o CIF').fill('12345678Z')
    await page.getByLabel('Correo electrónico').fill('anna@example.test')
    await page.route('**/api/**', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await press(/^Enviar/)(page)
    await expectTranslated(page)
    await context.close()
  })
})

async function expectTranslated(page: Page) {
  await page.getByRole('alert').first().waitFor()
  const inSpanish = await readErrorTexts(page)
  expect(inSpanish.length).toBeGreaterThan(0)
  await chooseGerman(page)
  await expect.poll(async () => (await readErrorTexts(page)).filter((each) => inSpanish.includes(each))).toEqual([])
  expect(await readErrorTexts(page)).toHaveLength(inSpanish.length)
}

/** Returns all error texts: at fields, above the form and in banners. */
async function readErrorTexts(page: Page): Promise<string[]> {
  const summaries = await page.locator('[role=alert] li, p[role=alert], [role=alert] > p').allInnerTexts()
  const atFields = await page.locator('[aria-invalid=true], [data-invalid=true]').evaluateAll((controls) =>
    controls.flatMap((control) =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .filter((id) => id.endsWith('-error'))
        .map((id) => document.getElementById(id)?.textContent ?? ''),
    ),
  )
  return [...summaries, ...atFields].map((each) => each.trim()).filter((each) => each !== '')
}

async function chooseGerman(page: Page) {
  await page.getByRole('button', { name: 'Idioma: Castellano' }).click()
  await page.getByRole('link', { name: 'Deutsch' }).filter({ visible: true }).click()
  await page.waitForFunction(() => document.documentElement.lang === 'de')
}

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

const pages = [
  ['the comparator', 'comparador', 'CUPS', 'electricity_comparison'],
  ['the gas comparator', 'comparador-gas', 'CUPS', 'gas_comparison'],
  ['the calculator', 'potencia', 'CUPS', 'contact'],
  ['the contracting form', 'nuevo-cliente-electricidad', 'CUPS', 'contact'],
] as const

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal()])
  await portal.set('comparator.enabled', true)
  await portal.set('powerCalculator.enabled', true)
})
afterAll(() => portal.close())
beforeEach(async () => {
  for (const table of ['lead', 'visitor_throttle'] as const) await portal.context.db.deleteFrom(table).execute()
})

describe('without script', () => {
  test.each(pages)('%s says so before any input, and accepts a callback request', async (_, path, field, kind) => {
    const { page, context } = await openVisit(browser, portal, {
      viewport: phone,
      language: 'es',
      javaScriptEnabled: false,
    })
    await page.goto(path)
    await page.getByText(/ejecutar scripts/).waitFor()
    await page.getByRole('link', { name: portal.context.settings.now().organization.phone }).first().waitFor()
    expect(await page.getByLabel(field, { exact: true }).isVisible()).toBe(false)

    const form = page.getByRole('form', { name: 'Te llamamos nosotros' })
    await form.getByLabel('Nombre').fill('Eva')
    await form.getByLabel('De 9 a 13 h').check()
    await form.getByLabel('Correo electrónico').fill('eva@')
    await form.getByRole('button', { name: 'Pedir que me llamen' }).click()

    // Errors are shown next to their field, and all input is still there.
    await form.getByRole('link', { name: /^Pon tu primer apellido/ }).waitFor()
    expect(await form.getByLabel('Nombre').inputValue()).toBe('Eva')
    expect(await form.getByLabel('Correo electrónico').inputValue()).toBe('eva@')
    expect(await form.getByLabel('De 9 a 13 h').isChecked()).toBe(true)
    expect(page.url()).not.toContain('eva')
    await form.getByLabel('Primer apellido').fill('Soler')
    await form.getByLabel('Correo electrónico').fill('eva@example.test')
    await form.getByLabel('Teléfono').fill('600 111 222')
    await form.getByLabel(/^Acepto que/).check()
    await form.getByRole('button', { name: 'Pedir que me llamen' }).click()
    await page.getByText('Gracias, ya tenemos tus datos.').waitFor()
    const leads = await portal.context.db.selectFrom('lead').select(['kind', 'name', 'phone']).execute()
    expect(leads).toEqual([{ kind, name: 'Eva Soler', phone: '+34600111222' }])
    await context.close()
  })
})

describe('with the script blocked', () => {
  test.each(pages)('%s says so, and the input stays visible', async (_, path, field) => {
    const { page, context } = await openVisit(browser, portal, { viewport: desk, language: 'es' })
    let letGo = () => {}
    const typed = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/*.js', async (route) => {
      await typed
      await route.abort()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByLabel(field, { exact: true }).fill('ES0021')
    letGo()
    await page.getByText(/ejecutar scripts/).waitFor()
    expect(await page.getByLabel(field, { exact: true }).inputValue()).toBe('ES0021')
    expect(await page.locator('form[data-needs-script]').evaluate((form: HTMLElement) => form.inert)).toBe(true)
    await page.getByRole('form', { name: 'Te llamamos nosotros' }).getByLabel('Nombre').fill('Eva')
    await context.close()
  })

  test('a page whose script loads does not mention it', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { viewport: phone, language: 'es' })
    await page.goto('comparador')
    await waitForHydration(page)
    expect(await page.getByText(/ejecutar scripts/).isVisible()).toBe(false)
    expect(await page.getByRole('form', { name: 'Te llamamos nosotros' }).count()).toBe(0)
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })
})

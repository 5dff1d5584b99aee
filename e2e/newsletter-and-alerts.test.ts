import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signNewsletterLink } from '#domains/newsletter/server/signed-visits.ts'
import { futuresHeader, importFutures } from '#domains/price-alerts/server/import-futures.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startDemoPortal, tokenOf } from './start-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')

let browser: Browser
let portal: RunningPortal
let token: string

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now })])
  token = await tokenOf(portal, 'anna')
})
afterAll(() => portal.close())

/** Returns the URL of the link in the mail to an address, in its Spanish form. */
async function linkTo(email: string): Promise<string> {
  const { link } = await portal.context.db
    .selectFrom('outbox_message')
    .where('to_address', '=', email)
    .select('link')
    .executeTakeFirstOrThrow()
  return (await portal.app.addressIn!(await signNewsletterLink(portal.context, link!), 'es')).slice(1)
}

describe.each([
  ['a desktop, light', desk, 'light', 'eva@example.test'],
  ['a phone, dark', phone, 'dark', 'joan@example.test'],
] as const)('on %s', (_, viewport, colorScheme, email) => {
  test('a visitor requests a newsletter, confirms by mail, and unsubscribes', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      viewport,
      colorScheme,
      language: 'es',
    })
    await page.goto('boletin')
    await waitForHydration(page)
    await expectAccessible(page)
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByRole('checkbox', { name: /^Autoconsumo/ }).check()
    await page.getByRole('button', { name: 'Suscribirme' }).click()
    await page.getByText(/Revisa tu correo/).waitFor()

    await page.goto(await linkTo(email))
    await page.waitForURL(/\?link=1$/)
    await waitForHydration(page)
    await page.getByText(`Confirma qué boletines quieres recibir en ${email}.`).waitFor()
    expect(await page.getByRole('checkbox', { name: /^Autoconsumo/ }).isChecked()).toBe(true)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirmar la suscripción' }).click()
    await page.getByText(`Guardado: recibirás un boletín en ${email}.`).waitFor()

    await page.reload()
    await waitForHydration(page)
    await page.getByRole('checkbox', { name: /^Autoconsumo/ }).uncheck()
    await page.getByRole('button', { name: 'Darme de baja de todo' }).click()
    await page.getByText(/Te has dado de baja de todo/).waitFor()
    expectNoErrors()
    await context.close()
  })

  test('anna comes from her profile, and finds the newsletter that she cannot unsubscribe from here', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      token,
      viewport,
      colorScheme,
      language: 'es',
    })
    await page.goto('perfil')
    await waitForHydration(page)
    await page
      .locator('#content')
      .getByRole('link', { name: /^Boletines/ })
      .click()
    await page.waitForURL(/\?link=1$/)
    await waitForHydration(page)
    const locked = page.getByRole('checkbox', { name: /^Vida de la cooperativa/ })
    await locked.focus()
    await page.getByRole('tooltip').waitFor()
    await page.getByRole('button', { name: 'Elegir todos' }).click()
    await page.getByRole('button', { name: 'Quitar todos' }).click()
    expect(await locked.isChecked()).toBe(true)
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })

  test('anna sets an alert with the prices in view, is notified when they cross it, and deletes it', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      token,
      viewport,
      colorScheme,
      language: 'es',
    })
    const limit = viewport === desk ? '20,50' : '19,50'
    await page.goto('omipComponent')
    await waitForHydration(page)
    await page.getByRole('combobox', { name: 'Producto' }).fill('q3 base')
    await page.getByRole('option', { name: /FTB Q3-27/ }).click()
    await page.getByRole('application', { name: 'Precio de FTB Q3-27' }).waitFor()
    await page.getByLabel('Límite').fill(limit)
    await page.getByRole('button', { name: 'Crear la alerta' }).click()
    const row = page.getByRole('row').filter({ hasText: `Por debajo de ${limit}` })
    await row.getByText('En espera').waitFor()
    await expectAccessible(page)

    const price = viewport === desk ? '20.10' : '19.10'
    const file = [futuresHeader, `FTB Q3-27,2027-06-30,2026-11-20,${price}`].join('\n')
    expect(await importFutures(portal.context.db, file, now)).toMatchObject({ refusals: [], told: 1 })
    await page.reload()
    await waitForHydration(page)
    await row.getByText('Se cumple').waitFor()
    await row.getByRole('button', { name: /^Borrar la alerta FTB Q3-27/ }).click()
    await page
      .getByRole('alert')
      .getByText(/Alerta borrada/)
      .waitFor()
    expect(await row.count()).toBe(0)
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await row.waitFor()
    await row.getByRole('button', { name: /^Borrar la alerta FTB Q3-27/ }).click()
    await expect.poll(() => row.count()).toBe(0)
    expectNoErrors()
    await context.close()
  })
})

test('the newsletter form works without script', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'es' })
  const page = await context.newPage()
  await page.goto(`${portal.address}/boletin`)
  await page.getByLabel('Correo electrónico').fill('mar@example.test')
  await page.getByRole('checkbox', { name: /^Ahorro en casa/ }).check()
  await page
    .getByRole('button', { name: 'Suscribirme' })
    .or(page.getByRole('button', { name: 'Enviarme el enlace' }))
    .click()
  await page.getByText(/Revisa tu correo/).waitFor()
  await page.goto(`${portal.address}/${await linkTo('mar@example.test')}`)
  await page.getByRole('button', { name: 'Confirmar la suscripción' }).click()
  await page.getByText('Tus boletines están guardados.').waitFor()
  expect(await page.getByRole('checkbox', { name: /^Ahorro en casa/ }).isChecked()).toBe(true)
  await context.close()
})

import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locales } from '#vocabulary/locale.ts'
import {
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  narrowPhone,
  openVisit,
  phone,
  scrollUntilShown,
  startBrowser,
  waitForHydration,
} from './browser.ts'
import { signIn } from './sign-in.ts'
import { type RunningPortal, startDemoPortal, tokenOf } from './start-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now })])
})
afterAll(() => portal.close())

describe.each([
  ['a desktop', desk],
  ['a phone', phone],
] as const)('on %s', (_, viewport) => {
  test('a customer reads why an invoice differs, sees its hours, and asks about a line', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await signIn(page, { login: 'anna' })
    await page.goto('facturas')
    await waitForHydration(page)
    await page.getByRole('link', { name: /^FE/ }).first().click()
    await page.getByText(/^Son .* que en la factura anterior: /).waitFor()
    await expectAccessible(page)

    const hours = page.getByRole('region', { name: 'El coste de cada hora' })
    await scrollUntilShown(hours.locator('canvas').first())
    await hours.getByText(/no dependen de la hora/).waitFor()
    await expectAccessible(page)

    await page
      .getByRole('link', { name: /^Preguntar por esta línea/ })
      .first()
      .click()
    await page.getByText(/Adjuntamos a tu pregunta la factura/).waitFor()
    await waitForHydration(page)
    await expectAccessible(page)
    await page.getByLabel(/^Descripción/).fill('¿Por qué ha subido?')
    await page.getByRole('button', { name: /^Enviar/ }).click()
    await page.getByRole('link', { name: 'Ver la solicitud' }).click()
    await page
      .getByText(/ = .*€/)
      .first()
      .waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await context.close()

    const { invoice_line } = await portal.context.db
      .selectFrom('support_case')
      .where('invoice_line', 'is not', null)
      .orderBy('case_id', 'desc')
      .select('invoice_line')
      .executeTakeFirstOrThrow()
    expect(invoice_line).toMatchObject({ number: expect.stringMatching(/^FE/), line: { quantity: expect.any(String) } })
  })
})

test('without script, an invoice says why it differs, whether it is right and what was read, and has its easy reading', async () => {
  const { context, page } = await openVisit(browser, portal, {
    ...{ token: await tokenOf(portal, 'anna'), viewport: phone, language: 'es', javaScriptEnabled: false },
  })
  await page.goto('facturas')
  await page.getByRole('link', { name: /^FE/ }).first().click()
  await page.getByText(/^Son .* que en la factura anterior: /).waitFor()
  for (const name of [
    'De qué se compone',
    'Comprobación de tu factura',
    'Lecturas del contador',
    'El contrato y el contador',
  ])
    await page.getByRole('region', { name }).waitFor()
  const file = await page.getByRole('link', { name: /Factura en PDF/ }).getAttribute('href')
  expect((await page.request.get(file!)).headers()['content-type']).toContain('application/pdf')

  await page.getByRole('link', { name: 'Lectura fácil' }).click()
  await page.getByRole('heading', { name: 'Cuánto es' }).waitFor()
  await page.getByRole('link', { name: 'Ver la factura completa' }).click()
  await page
    .getByRole('link', { name: /^Preguntar por esta línea/ })
    .first()
    .waitFor()
  await context.close()
})

test('a workshop reads what it pays above its contracted power, and its meter and contract', async () => {
  const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport: phone, language: 'es' })
  await signIn(page, { login: 'taller' })
  const { number } = await portal.context.db
    .selectFrom('invoice')
    .where(sql<boolean>`content::text like '%power_excess%'`)
    .orderBy('invoice_id', 'desc')
    .select('number')
    .executeTakeFirstOrThrow()
  await page.goto(`facturas/${encodeURIComponent(number)}`)
  await waitForHydration(page)
  await page
    .getByText(/^Exceso de potencia, P/)
    .first()
    .waitFor()
  await page
    .getByText(/^Energía reactiva, P/)
    .first()
    .waitFor()
  const particulars = page.getByRole('region', { name: 'El contrato y el contador' })
  for (const label of ['Número de contador', 'Potencia más alta en un año', 'Incluye peajes y cargos'])
    await particulars.getByText(label).waitFor()
  await expectAccessible(page)
  expectNoErrors()
  await context.close()
})

test.each(locales)('the page fits 320 px in %s, also in easy reading', async (language) => {
  const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport: narrowPhone, language })
  await signIn(page, { login: 'anna' })
  const { number } = await portal.context.db
    .selectFrom('invoice')
    .where('customer_id', '=', 1)
    .where('energy', '=', 'electricity')
    .orderBy('issued_on', 'desc')
    .select('number')
    .executeTakeFirstOrThrow()
  for (const query of ['', '?view=easy']) {
    await page.goto(`invoices/${encodeURIComponent(number)}${query}`)
    await waitForHydration(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoSidewaysScroll(page, `${language} ${query}`)
    await expectAccessible(page)
  }
  expectNoErrors()
  await context.close()
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurveDay } from '#domains/consumption/curve.ts'
import { writeCurveFile } from '#domains/consumption/server/files/write-curve-file.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { countIntervalsOf } from '#vocabulary/market-time.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startDemoPortal, tokenOf } from './start-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')
const cups = makeCups('0021', '990000000001')
const gasCups = makeCups('0217', '990000100001')

let browser: Browser
let portal: RunningPortal
let token: string

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now })])
  token = await tokenOf(portal, 'anna')
})
afterAll(() => portal.close())

/** Returns a curve file with every hour of October at 300 Wh, in the format of a portal that exports curves. */
function october(): Buffer {
  const days = daysFrom('2026-10-01', '2026-10-31').map(
    (day): CurveDay => ({
      cups,
      day,
      source: 'datadis',
      stepMinutes: 60,
      importWh: Array.from({ length: countIntervalsOf(day, 60, 'Europe/Madrid') }, () => 300),
      exportWh: null,
      reactiveVarh: null,
      quality: null,
      version: 0,
      invoice: null,
    }),
  )
  return Buffer.from([...writeCurveFile('datadis', days)].join(''))
}

async function compare(page: Page) {
  await page.getByRole('button', { name: 'Comparar', exact: true }).click()
  await page.getByRole('heading', { name: 'Tu factura, comparada' }).waitFor()
}

describe.each([
  ['a desktop, light', desk, 'light'],
  ['a phone, dark', phone, 'dark'],
] as const)('on %s', (_, viewport, colorScheme) => {
  test('a visitor compares an electricity bill: by its QR code, by hand and by a curve file', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      viewport,
      colorScheme,
      language: 'es',
    })
    await page.goto('comparador')
    await waitForHydration(page)
    await expectAccessible(page)

    await page.getByText('Rellenarlo sin escribir').click()
    await page
      .getByLabel('Dirección del código QR de tu factura')
      .fill(
        'https://comparador.cnmc.gob.es/QRE?pP1=4.6&pP2=4.6&cfP1=70&cfP2=56&iniF=2026-09-30&finF=2026-10-31&imp=89.86',
      )
    await page.getByRole('button', { name: 'Leer el código' }).click()
    await page.getByText(/^Hemos rellenado: Potencia en P1/).waitFor()

    await page.getByLabel('CUPS').fill(cups)
    await page.getByText(/Hemos rellenado lo que consta/).waitFor()
    await page.getByLabel('Tu compañía').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Comparar', exact: true }).click()
    await page.getByRole('link', { name: /^Consumo en P3: Falta el consumo/ }).waitFor()
    await page.getByLabel('Consumo en P3').fill('110')
    await compare(page)
    await page.getByRole('img', { name: /^Tu factura, 89,86/ }).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Cambiar los datos' }).click()
    expect(await page.getByLabel('Consumo en P1').inputValue()).toBe('70')
    await page.getByText('Rellenarlo sin escribir').click()
    await page
      .getByLabel('Archivo con tu curva de consumo')
      .setInputFiles({ name: 'curva.csv', mimeType: 'text/csv', buffer: october() })
    await page.getByText(/^31 días leídos/).waitFor()
    await compare(page)
    await page.getByText(/31 días · 224.kWh/).waitFor()
    expectNoErrors()
    await context.close()
  })

  test('a visitor compares a gas bill and requests a call', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      viewport,
      colorScheme,
      language: 'es',
    })
    await page.goto('comparador-gas')
    await waitForHydration(page)
    await expectAccessible(page)
    await page.getByLabel('CUPS').fill(gasCups)
    await page.getByText(/Hemos rellenado lo que consta/).waitFor()
    await page.getByLabel('Tu compañía').selectOption({ index: 1 })
    await page.getByLabel('Primer día de la factura', { exact: true }).fill('2026-09-15')
    await page.getByLabel('Último día de la factura', { exact: true }).fill('2026-11-14')
    await page.getByLabel('Consumo', { exact: true }).fill('1200')
    await page.getByLabel('Importe total').fill('9,5')
    await compare(page)
    await page.getByText(/Te conviene quedarte donde estás/).waitFor()
    await expectAccessible(page)

    await page.getByLabel('Nombre', { exact: true }).fill('Eva')
    await page.getByLabel('Primer apellido').fill('Soler')
    await page.getByRole('textbox', { name: 'Correo electrónico' }).fill(`eva-${viewport.width}@example.test`)
    await page.getByRole('textbox', { name: 'Teléfono' }).fill('600 111 222')
    await page.getByRole('checkbox', { name: 'De 9 a 13 h' }).check()
    await page.getByRole('checkbox', { name: /^Acepto que/ }).check()
    await page.getByRole('button', { name: 'Pedir que me llamen' }).click()
    await page.getByText('Contacto enviado.').waitFor()
    expectNoErrors()
    await context.close()
  })

  test('anna compares her own year with one click', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      token,
      viewport,
      colorScheme,
      language: 'es',
    })
    await page.goto('comparador')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Comparar con mi último año' }).first().click()
    await page.getByRole('table', { name: /Qué costaría tu último año/ }).waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })
})

test('the result of a gas bill in German fits a phone', async () => {
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { viewport: phone, language: 'de' })
  await page.goto('gas-comparator')
  await waitForHydration(page)
  await page.getByLabel('CUPS').fill(gasCups)
  await page.getByText(/Wir haben eingetragen/).waitFor()
  await page.getByLabel('Dein Versorger').selectOption({ index: 1 })
  await page.getByLabel('Erster Rechnungstag', { exact: true }).fill('2026-09-15')
  await page.getByLabel('Letzter Rechnungstag', { exact: true }).fill('2026-11-14')
  await page.getByLabel('Verbrauch', { exact: true }).fill('1200000')
  await page.getByLabel('Gesamtbetrag').fill('119999,50')
  await page.getByRole('button', { name: 'Vergleichen', exact: true }).click()
  await page.getByRole('heading', { name: 'Deine Rechnung im Vergleich' }).waitFor()
  const wide = await page
    .locator('main *')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.getBoundingClientRect().right > innerWidth && !element.closest('.visually-hidden'))
        .map((element) => element.outerHTML.slice(0, 200)),
    )
  expect(wide).toEqual([])
  expectNoErrors()
  await context.close()
})

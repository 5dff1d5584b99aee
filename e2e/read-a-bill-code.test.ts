import type { Browser } from 'playwright-core'
import { renderSVG } from 'uqr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeComparatorCode } from '#vocabulary/comparator-code.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { locales } from '#vocabulary/locale.ts'
import {
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  narrowPhone,
  openVisit,
  phone,
  startBrowser,
  waitForHydration,
} from './browser.ts'
import { signIn } from './sign-in.ts'
import { type RunningPortal, startDemoPortal } from './start-portal.ts'

const cups = makeCups('0021', '000000000001')
// As long as on a real bill.
const address = writeComparatorCode({
  ...{ cp: '08028', pP1: '4.600', pP2: '3.450', tc: 'E0', cups, com: 'R2-999', tf: 'N', imp: '89.86' },
  ...{ cfP1: '70', cfP2: '56', cfP3: '110', iniF: '2026-09-30', finF: '2026-10-31', fFact: '2026-11-03' },
  ...{ caP1: '812', caP2: '640', caP3: '1190', iniA: '2025-10-31', pmaxP1: '3.912', pmaxP2: '2.870', exc: '0' },
  ...{ impPot: '12.44', impEner: '38.75', impOtrosSinIE: '0.83', finBS: '0.59', dtoBS: '0', ajuste: '0' },
  ...{ prP1: '35.405365', prP2: '9.855365', prE1: '0.192000', prE2: '0.113000', prE3: '0.082000', rev: '0' },
})
const bill = `<body style="margin: 60px; font: 28px sans-serif; background: #f4f1ea">
  <h1>Factura de la luz</h1><p>Periodo: del 1 al 31 de octubre de 2026. Importe: 89,86 €</p>
  <div style="width: 420px; background: white">${renderSVG(address)}</div><p>comparador.cnmc.gob.es</p></body>`

type BillFile = { name: string; mimeType: string; buffer: Buffer }

const now = new Date('2026-11-20T11:00:00Z')

let browser: Browser
let portal: RunningPortal
let photo: BillFile
let pdf: BillFile

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now })])
  const page = await browser.newPage({ viewport: { width: 1240, height: 1754 } })
  await page.setContent(bill)
  pdf = { name: 'factura.pdf', mimeType: 'application/pdf', buffer: await page.pdf({ format: 'A4' }) }
  await page.addStyleTag({
    content: 'html { background: #6b5a48 } body { transform: perspective(4000px) rotate(6deg) rotateX(12deg) }',
  })
  photo = { name: 'factura.jpg', mimeType: 'image/jpeg', buffer: await page.screenshot({ type: 'jpeg', quality: 70 }) }
  await page.close()
})
afterAll(() => portal.close())

describe.each([
  ['a desktop, light', desk, 'light'],
  ['a phone, dark', phone, 'dark'],
] as const)('on %s', (_, viewport, colorScheme) => {
  const visit = () => openVisit(browser, portal, { viewport, colorScheme, language: 'es' })

  test('a photo of a bill fills the comparator, and nothing is sent', async () => {
    const { page, context, expectNoErrors } = await visit()
    await page.goto('comparador')
    await waitForHydration(page)
    await page.getByText('Rellenarlo sin escribir').click()
    const sent: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
    await page.getByLabel('Foto o PDF de tu factura').setInputFiles(photo)
    await page.getByText(/^Hemos rellenado: CUPS, Código postal/).waitFor()
    expect(await page.getByLabel('Consumo en P3').inputValue()).toBe('110')
    expect(sent).toEqual([])
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })

  test('a PDF of a bill fills the form of a new contract; a photo without a code says what to do', async () => {
    const { page, context, expectNoErrors } = await visit()
    await page.goto('nuevo-cliente-electricidad')
    await waitForHydration(page)
    await page.getByText('Rellenarlo con tu última factura de la luz').click()
    await page.getByLabel('Foto o PDF de tu factura').setInputFiles({ ...photo, buffer: await page.screenshot() })
    await page.getByText(/No hemos encontrado el código QR/).waitFor()
    const broken = { ...pdf, buffer: pdf.buffer.subarray(0, 200) }
    await page.getByLabel('Foto o PDF de tu factura').setInputFiles(broken)
    await page.getByText(/No hemos podido abrir este archivo/).waitFor()
    await page.getByLabel('Foto o PDF de tu factura').setInputFiles(pdf)
    await page.getByText('Hemos rellenado: CUPS, código postal, potencias y consumo anual.').waitFor()
    expect(await page.getByLabel('CUPS').inputValue()).toBe(cups)
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })
})

test('the link in a PDF of the retailer’s own is found', async () => {
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { viewport: desk, language: 'es' })
  await signIn(page, { login: 'anna' })
  const { invoice_id, number } = await portal.context.db
    .selectFrom('invoice')
    .where('customer_id', '=', 1)
    .where('energy', '=', 'electricity')
    .where('ends_on', '<', '2026-11-01')
    .orderBy('issued_on', 'desc')
    .select(['invoice_id', 'number'])
    .executeTakeFirstOrThrow()
  const reply = await page.request.get(`api/v2/invoices/${invoice_id}/pdf/`)
  await page.goto('comparador')
  await waitForHydration(page)
  await page.getByText('Rellenarlo sin escribir').click()
  const own = { name: `${number}.pdf`, mimeType: 'application/pdf', buffer: await reply.body() }
  await page.getByLabel('Foto o PDF de tu factura').setInputFiles(own)
  await page.getByText(/^Hemos rellenado: CUPS/).waitFor()
  expectNoErrors()
  await context.close()
})

test.each(locales)('the fields fit 320 px in %s', async (language) => {
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { viewport: narrowPhone, language })
  for (const path of ['comparator', 'new-electricity-customer']) {
    await page.goto(path)
    await waitForHydration(page)
    await page.locator('main summary').first().click()
    await expectNoSidewaysScroll(page, `${language} ${path}`)
    await expectAccessible(page)
  }
  expectNoErrors()
  await context.close()
})

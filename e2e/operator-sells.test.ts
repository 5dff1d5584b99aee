import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadRegister } from '#db/demo/load-register.ts'
import { importNextRun } from '#domains/integration/server/import-runs/import-jobs.ts'
import { insertLead } from '#domains/lead-records/server/lead-store.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { approveAsOperator, visitAsOperator } from './operator-visit.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')
const tomorrow = new Date('2026-11-21T11:00:00Z')
const cups = makeCups('0021', '990000000001')
const log = { error() {}, warn() {} }

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ now })])
})
afterAll(() => portal.close())

/** Returns the text of the file that a click downloads. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return readFile(await file.path(), 'utf8')
}

/** Creates a product that has long been on sale. @returns its number. */
async function sell(name: string): Promise<number> {
  const { db } = portal.context
  const from = { valid_from: '2024-01-01' }
  const prices = {
    ...{ powerPerKw: ['30', '1.4'].map((eur) => ({ per: 'year', eur })), energyEurPerKwh: ['0.21', '0.15', '0.11'] },
    ...{ surplusEurPerKwh: null, discounts: {} },
  }
  const added = db.insertInto('product').values({ energy: 'electricity', name }).returning('product_id')
  const { product_id } = await added.executeTakeFirstOrThrow()
  const price = { product_id, tariff: '2.0TD', ...from, prices: JSON.stringify(prices) }
  await db.insertInto('product_price').values(price).execute()
  await db.insertInto('offer').values({ product_id, descriptions: '{}', from_day: '2024-01-01' }).execute()
  return product_id
}

describe('an operator', () => {
  test('reads a lead, sets its status, and exports it with that status', async () => {
    const contact = { name: 'Marta Vidal Roca', email: 'marta@example.test', phone: '+34600000519' }
    const steps = { contact: { contactHours: ['evening'] }, comparison: { invoiceAmount: 89.86, power: 4.6 } }
    await insertLead(
      portal.context.db,
      { kind: 'electricity_comparison', visitorHash: 'v', userId: null, locale: 'ca', now },
      { ...contact, state: 'sent', steps: JSON.stringify(steps) },
    )
    const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator/leads')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Marta Vidal Roca' }).click()
    await page.getByRole('region', { name: 'Factura comparada' }).getByText('89,86').waitFor()
    await page.getByLabel('Estado').selectOption({ label: 'Contactado' })
    await page.getByLabel('Nota').fill('Llamar el lunes por la tarde.')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByText('Jordi Ferrer, ').waitFor()
    await expectAccessible(page)

    await page.goto('operator/leads?handling=contacted')
    await waitForHydration(page)
    const file = await downloaded(page, () => page.getByRole('button', { name: 'Exportar como CSV' }).click())
    expect(file).toMatch(/Marta Vidal Roca.*Llamar el lunes por la tarde\./)
    expectNoErrors()
    await context.close()
  })

  test('drops a file, and opens the report of the rejected line', async () => {
    const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator/imports')
    const holder = { taxId: '99123456B', name: 'Rosa Vidal', fiscalAddress: 'Carrer Nou, 8 - Vic' }
    const lines = [holder, { ...holder, taxId: 'nobody' }].map((line) => JSON.stringify(line)).join('\n')
    const customers = { name: 'customers-1.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines) }
    await page.getByLabel('Archivos', { exact: true }).setInputFiles(customers)
    await page.getByRole('row', { name: /customers-1\.ndjson En espera/ }).waitFor()
    await importNextRun({ ...portal.context, log })
    await page.reload()
    await waitForHydration(page)
    await page.getByRole('row', { name: /customers-1\.ndjson Con líneas rechazadas/ }).waitFor()
    await expectAccessible(page)
    const report = page.getByRole('link', { name: 'Líneas rechazadas de customers-1.ndjson' })
    const [, refused, ...rest] = (await downloaded(page, () => report.click())).split('\r\n')
    expect([refused, rest]).toEqual([expect.stringMatching(/^2;.*taxId/), ['']])
    expectNoErrors()
    await context.close()
  })

  test('schedules the prices of a product, which a comparison from that day on uses', async () => {
    const { db } = portal.context
    await loadRegister(db, { today: '2026-11-20' })
    await db.insertInto('origin_retailer').values({ name: 'Aurora', energy: 'electricity' }).execute()
    const { context, page, expectNoErrors } = await visitAsOperator(
      browser,
      portal,
      `operator/products/${await sell('CLARA')}`,
    )
    await page.getByRole('button', { name: 'Planificar precios' }).click()
    const dialog = page.getByRole('dialog', { name: 'Planificar precios de CLARA' })
    await dialog.getByLabel('Energía P1').fill('0,3456')
    await dialog.getByLabel('Se aplican desde', { exact: true }).fill('2026-11-21')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/2\.0TD: Jordi Ferrer lo ha pedido y espera a otro operador/).waitFor()
    await expectAccessible(page)
    await approveAsOperator(browser, portal, /Planificar precios de CLARA/)
    await page.reload()
    await page.getByRole('row', { name: /21\/11\/2026 Planificada .*0,3456/ }).waitFor()
    expectNoErrors()
    await context.close()

    portal.setClock(tomorrow)
    const visitor = await openVisit(browser, portal, { viewport: phone, language: 'es' })
    await visitor.page.goto('comparador')
    await waitForHydration(visitor.page)
    await visitor.page.getByLabel('CUPS').fill(cups)
    await visitor.page.getByText(/Hemos rellenado lo que consta/).waitFor()
    await visitor.page.getByText('Rellenarlo sin escribir').click()
    const code = 'https://comparador.cnmc.gob.es/QRE?pP1=4.6&pP2=4.6&cfP1=70&cfP2=56&cfP3=110'
    const ofOctober = `${code}&iniF=2026-09-30&finF=2026-10-31&imp=89.86`
    await visitor.page.getByLabel('Dirección del código QR de tu factura').fill(ofOctober)
    await visitor.page.getByRole('button', { name: 'Leer el código' }).click()
    await visitor.page.getByText(/^Hemos rellenado: /).waitFor()
    await visitor.page.getByLabel('Tu compañía').selectOption({ index: 1 })
    await visitor.page.getByRole('button', { name: 'Comparar', exact: true }).click()
    await visitor.page.getByText('Cada línea de nuestra factura').click()
    await visitor.page.getByText('70 × 0,3456').waitFor()
    await expectAccessible(visitor.page)
    visitor.expectNoErrors()
    await visitor.context.close()
  })
})

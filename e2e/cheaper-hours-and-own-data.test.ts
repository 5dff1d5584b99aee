import { unzipSync } from 'fflate'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMountedExportJobs } from '#app/server/process/export-jobs.ts'
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
import { type RunningPortal, startDemoPortal, tokenOf } from './start-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')

let browser: Browser
let portal: RunningPortal
let token: string
let jobs: ReturnType<typeof startMountedExportJobs>

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now })])
  token = await tokenOf(portal, 'anna')
  jobs = startMountedExportJobs(portal.context, portal.app)
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})

describe.each([
  ['a desktop, light', desk, 'light'],
  ['a phone, dark', phone, 'dark'],
] as const)('on %s', (_, viewport, colorScheme) => {
  const open = () => openVisit(browser, portal, { token, viewport, colorScheme, language: 'es' })

  test('anna opens the cheaper hours from her contract, sees them marked on her average day, and chooses', async () => {
    const { page, context, expectNoErrors } = await open()
    await page.goto('contratos/electricidad/0048213')
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Personalizar la tarifa' }).click()
    await page.waitForURL(/\/contratos\/electricidad\/0048213\/tarifa$/)
    const section = page.getByRole('region', { name: 'Horas felices' })
    await section.getByText(/En un día medio usas/).waitFor()
    await section.getByRole('application', { name: 'Tu día medio' }).waitFor()
    await expectAccessible(page)

    const hours = viewport === desk ? '20 23' : '19 22'
    const [first, last] = hours.split(' ')
    await section.getByLabel('Horas más baratas').selectOption(hours)
    await section.getByText(/Con esta elección habrías ahorrado \d+,\d\d.€/).waitFor()
    await section.getByText('Más barato', { exact: true }).waitFor()
    await section.getByRole('button', { name: 'Guardar las horas' }).click()
    await section.getByText(`Tu elección: ${first}h – ${last}h, desde el 01/12/2026.`).waitFor()
    await expectAccessible(page)
    await page.reload()
    await section.getByText(`Tu elección: ${first}h – ${last}h`).waitFor()
    expectNoErrors()
    await context.close()
  })

  test('anna chooses cheaper months and a happy day, each shown with what it would have saved', async () => {
    const { page, context, expectNoErrors } = await open()
    await page.goto('contratos/electricidad/0048213/tarifa')
    await waitForHydration(page)
    for (const [kind, field, save] of [
      ['Doble tarifa', 'Meses más baratos', 'Guardar los meses'],
      ['Día feliz', 'Día más barato', 'Guardar el día'],
    ] as const) {
      const section = page.getByRole('region', { name: kind })
      const choice = section.getByLabel(field)
      await choice.selectOption({ index: 1 })
      const [picked] = (await choice.locator('option:checked').innerText()).split(' · ')
      await section.getByText(/habrías ahorrado/).waitFor()
      await section.getByRole('button', { name: save }).click()
      await section.getByText(`Tu elección: ${picked}, desde el`).waitFor()
    }
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })

  test('anna requests a copy of all her data and downloads it', async () => {
    const { page, context, expectNoErrors } = await open()
    await page.goto('perfil')
    await waitForHydration(page)
    await expectAccessible(page)
    const section = page.getByRole('region', { name: 'Descargar todos mis datos' })
    await section.getByRole('button', { name: /^Preparar/ }).click()
    const download = page.waitForEvent('download')
    await section.getByRole('button', { name: 'Descargar mi copia' }).click({ timeout: 30_000 })
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    const stream = await (await download).createReadStream()
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
    const names = Object.keys(unzipSync(await promise))
    expect(names).toContain('data/invoice.json')
    expect(names).toContain('contracts/0048213.pdf')
    expect(names.filter((name) => name.startsWith('curves/'))).toHaveLength(2)
    expectNoErrors()
    await context.close()
  })

  test('anna requests the erasure of her data, follows her request, and cancels it', async () => {
    const { page, context, expectNoErrors } = await open()
    await page.goto('perfil')
    await waitForHydration(page)
    const section = page.getByRole('region', { name: 'Borrar mis datos' })
    await section.getByText('Lo que la ley nos obliga a conservar').click()
    await section.getByText(/seis años/).waitFor()
    await section.getByRole('button', { name: 'Pedir el borrado' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pedir el borrado de mis datos' })
    await dialog.getByRole('checkbox').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Enviar la solicitud' }).click()
    await section.getByText('Recibida').waitFor()
    await expectAccessible(page)
    await section.getByRole('button', { name: 'Retirar la solicitud' }).click()
    await section.getByText('Retirada').first().waitFor()
    expectNoErrors()
    await context.close()
  })

  test('neither page scrolls horizontally at 320 pixels', async () => {
    const { page, context } = await openVisit(browser, portal, { token, viewport: narrowPhone })
    for (const path of ['perfil', 'contratos/electricidad/0048213/tarifa']) {
      await page.goto(path)
      await expectNoSidewaysScroll(page)
    }
    await context.close()
  })
})

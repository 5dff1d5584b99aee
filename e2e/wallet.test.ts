import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertBattery,
  insertBatteryLink,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
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
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let token: string | undefined
let roof: number

const flatPath = 'contratos/electricidad/0051366'
const housePath = 'contratos/electricidad/0049077'

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal({ now: new Date('2026-11-20T12:00:00Z') })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const house = await insertContract(db, {
    customerId,
    name: '0049077',
    supply_street: 'Passeig Nou, 12',
    self_consumption_code: '12',
  })
  const flat = await insertContract(db, { customerId, name: '0051366', supply_street: 'Carrer Major, 9' })
  roof = await insertBattery(db, { customerId, name: 'Tejado', balance_cents: 10_000 })
  const shed = await insertBattery(db, { customerId, name: 'Caseta', balance_cents: 500 })
  await insertBatteryLink(db, { contract: house, battery_id: roof, percentage: 60, is_origin: true })
  await insertBatteryLink(db, { contract: house, battery_id: shed, percentage: 10 })
  await insertBatteryLink(db, { contract: flat, battery_id: roof, percentage: 25 })
  const loft = await insertBattery(db, { customerId, name: 'Altillo', balance_cents: 500 })
  await insertBatteryLink(db, { contract: house, battery_id: loft, percentage: 0 })
  for (const [day, cents] of [
    ['2025-12-06', 1200],
    ['2026-06-06', 2500],
    ['2026-11-06', 800],
  ] as const)
    await db
      .insertInto('battery_entry')
      .values({
        customer_id: customerId,
        battery_id: roof,
        contract_id: house.contractId,
        invoice_id: await insertInvoice(db, { contract: house, number: `FE${day}`, issued_on: day }),
        booked_on: day,
        reason: 'surplus',
        amount_cents: cents,
      })
      .execute()
  token = (await portal.as(await insertUser(db, { customerIds: [customerId] }))).token
})

afterAll(() => portal.close())

describe('a solar wallet', () => {
  for (const [window, viewport] of Object.entries({ desk, phone }))
    for (const colorScheme of ['light', 'dark'] as const)
      test(`matches between server and browser and is accessible: ${window}, ${colorScheme}`, async () => {
        const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, viewport, colorScheme })
        await page.goto(`baterias/${roof}`)
        await waitForHydration(page)
        await page.getByRole('application', { name: /Previsión/ }).waitFor()
        await expectAccessible(page)
        await page.goto(flatPath)
        await waitForHydration(page)
        await page.getByRole('button', { name: 'Acciones de Tejado' }).click()
        await page.getByRole('button', { name: 'Cambiar la parte' }).click()
        await page.getByText(/Puedes dar hasta el 40/).waitFor()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        for (const action of ['Bloquear', 'Cambiar el uso']) {
          await page.getByRole('button', { name: 'Acciones de Tejado' }).click()
          await page.getByRole('button', { name: action, exact: true }).click()
          await page.getByRole('dialog').waitFor()
          await expectAccessible(page)
          await page.keyboard.press('Escape')
        }
        await page.getByRole('button', { name: 'Acciones de Tejado' }).click()
        await page.getByRole('button', { name: 'Mover a otro monedero' }).click()
        await page.getByRole('radio', { name: /Caseta/ }).check()
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Siguiente', exact: true }).click()
        await page.getByRole('textbox', { name: 'Parte de este contrato' }).waitFor()
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Siguiente', exact: true }).click()
        await page.getByRole('button', { name: 'Mover la parte' }).waitFor()
        await expectAccessible(page)
        await page.goto(housePath)
        await waitForHydration(page)
        await page.getByRole('button', { name: 'Acciones de Altillo' }).click()
        await page.getByRole('button', { name: 'Desbloquear' }).click()
        await page.getByRole('dialog').getByRole('slider').waitFor()
        await expectAccessible(page)
        expectNoErrors()
        await context.close()
      })

  test('does not scroll horizontally at 320 pixels', async () => {
    const { page, context } = await openVisit(browser, portal, { token, viewport: narrowPhone })
    for (const path of [`baterias/${roof}`, flatPath]) {
      await page.goto(path)
      await expectNoSidewaysScroll(page)
    }
    await context.close()
  })

  test('is reached from the contract in every language, and links to the invoice of each entry', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token })
    await page.goto(flatPath)
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Tejado' }).click()
    await page.waitForURL(new RegExp(`/baterias/${roof}$`))
    await page.getByRole('heading', { level: 1, name: 'Tejado' }).waitFor()
    await page.getByRole('link', { name: 'FE2026-11-06' }).click()
    await page.getByRole('heading', { level: 1, name: 'Facturas' }).waitFor()
    await page.getByText('FE2026-11-06').waitFor()
    expect(await page.getByText('FE2026-06-06').count()).toBe(0)
    await page.goto(`bateries/${roof}`)
    await page.getByText('Saldo d’avui').waitFor()
    expectNoErrors()
    await context.close()
  })

  test('is downloaded as a workbook', async () => {
    const { page, context } = await openVisit(browser, portal, { token })
    await page.goto(flatPath)
    await waitForHydration(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar en Excel' }).click()
    expect((await download).suggestedFilename()).toBe('Monederos solares.xlsx')
    await context.close()
  })

  test('changes the percentage of a contract, locks and unlocks it, and moves it to another wallet', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token })
    await page.goto(flatPath)
    await waitForHydration(page)
    const act = async (action: string) => {
      await page.getByRole('button', { name: 'Acciones de Tejado' }).click()
      await page.getByRole('button', { name: action }).click()
    }
    const row = page.getByRole('row', { name: /^Tejado/ })
    await act('Cambiar la parte')
    await page.getByRole('textbox', { name: 'Parte de este contrato' }).fill('40')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await row.getByText(/^40.%$/).waitFor()

    await act('Bloquear')
    await page.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click()
    await row.getByText('Bloqueado').waitFor()
    await act('Desbloquear')
    await page.getByRole('slider').fill('20')
    await page.getByRole('dialog').getByRole('button', { name: 'Desbloquear' }).click()
    await row.getByText(/^20.%$/).waitFor()

    await act('Mover a otro monedero')
    await page.getByRole('radio', { name: /Caseta/ }).check()
    await page.getByRole('button', { name: 'Siguiente', exact: true }).click()
    await page.getByRole('textbox', { name: 'Parte de este contrato' }).fill('90')
    await page.getByRole('button', { name: 'Siguiente', exact: true }).click()
    await page.getByText('29,00').waitFor()
    await page.getByRole('button', { name: 'Mover la parte' }).click()
    await page
      .getByRole('row', { name: /^Caseta/ })
      .getByText(/^90.%$/)
      .waitFor()
    await row.getByText('Terminado').waitFor()
    expectNoErrors()
    await context.close()
  })

  test('cannot be moved by the contract that fills it', async () => {
    const { page, context } = await openVisit(browser, portal, { token })
    await page.goto(housePath)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Acciones de Tejado' }).click()
    await page.getByRole('button', { name: 'Mover a otro monedero' }).click()
    await page.getByRole('dialog', { name: 'Este monedero no se puede mover' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Descargar en Excel' }).click()
    await page.getByRole('dialog', { name: 'Descargar monederos' }).waitFor()
    await expectAccessible(page)
    await context.close()
  })
})

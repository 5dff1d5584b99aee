import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCurveDays, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { addDays } from '#vocabulary/day.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let token: string | undefined

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal({ now: new Date('2026-11-20T12:00:00Z') })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const flat = await insertContract(db, { customerId, name: '0051366', supply_street: 'Carrer Major, 9' })
  token = (await portal.as(await insertUser(db, { customerIds: [customerId] }))).token
  const { product_id } = await db
    .selectFrom('contract')
    .where('contract_id', '=', flat.contractId)
    .select('product_id')
    .executeTakeFirstOrThrow()
  const prices = {
    powerPerKw: [
      { per: 'year', eur: '30' },
      { per: 'year', eur: '3' },
    ],
    energyEurPerKwh: ['0.2', '0.15', '0.1'],
    surplusEurPerKwh: null,
    discounts: {},
  }
  await db
    .insertInto('product_price')
    .values({ product_id, tariff: '2.0TD', valid_from: '2024-01-01', prices: JSON.stringify(prices) })
    .execute()
  await insertCurveDays(
    db,
    Array.from({ length: 365 }, (_, ago) => ({
      supply_point_id: flat.supplyPointId,
      source: 'F1',
      step_minutes: 60,
      import_period_wh: [0, 0, 0],
      day: addDays('2026-11-19', -ago),
      import_wh: Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 2_400 : 150)),
    })),
  )
})

afterAll(() => portal.close())

const calculate = (page: Page) => page.getByRole('button', { name: 'Calcular la potencia' })

async function fillIn(page: Page) {
  await page.getByRole('textbox', { name: 'CUPS' }).fill('ES 0237 9900 0000 0001 CC 0F')
  await page.getByRole('textbox', { name: 'Superficie' }).fill('1250')
  await page.getByRole('textbox', { name: /Personas/ }).fill('3')
  await page.getByRole('checkbox', { name: /^Calefacción/ }).check()
  await page.getByRole('checkbox', { name: /^Termo/ }).check()
  await page.getByRole('combobox', { name: 'Capacidad' }).selectOption({ label: '100 litros (2,4 kW)' })
}

describe('the power calculator', () => {
  for (const [window, viewport] of Object.entries({ desk, phone }))
    for (const colorScheme of ['light', 'dark'] as const)
      test(`is accessible at every step: ${window}, ${colorScheme}`, async () => {
        const { page, context, expectNoErrors } = await openVisit(browser, portal, {
          token,
          viewport,
          colorScheme,
          language: 'es',
        })
        await page.goto('potencia')
        await waitForHydration(page)
        await page.getByRole('heading', { name: 'Lo que ha medido tu contador' }).waitFor()
        await page.getByRole('textbox', { name: 'CUPS' }).fill('ES1')
        await calculate(page).click()
        await page.getByRole('alert').waitFor()
        await expectAccessible(page)
        await fillIn(page)
        await calculate(page).click()
        await page.getByRole('heading', { name: 'La potencia que te conviene' }).waitFor()
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Ver cuánto cuenta cada aparato' }).click()
        await page.getByRole('dialog').waitFor()
        await expectAccessible(page)
        expectNoErrors()
        await context.close()
      })

  test('is used by a visitor, who leaves their details and is thanked', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { viewport: phone, language: 'es' })
    await page.goto('potencia')
    await waitForHydration(page)
    expect(await calculate(page).getAttribute('aria-disabled')).toBe('true')
    await fillIn(page)
    await calculate(page).click()
    // 0.1 + 1250 × 0.01, and 2.4 × 0.4.
    await page.getByRole('region', { name: 'La potencia que te conviene' }).getByText('13,6').waitFor()
    await page.getByLabel('Nombre', { exact: true }).fill('Anna')
    await page.getByLabel('Primer apellido').fill('Serra')
    await page.getByRole('textbox', { name: 'Correo electrónico' }).fill('anna@example.test')
    await page.getByRole('textbox', { name: 'Teléfono' }).fill('612 345 678')
    await page.getByLabel('De 9 a 13 h').check()
    await page.getByRole('checkbox', { name: /Acepto que/ }).check()
    await page.getByRole('button', { name: 'Enviar mis datos' }).click()
    await page.getByRole('heading', { name: 'Gracias, Anna' }).waitFor()
    await expectAccessible(page)
    expectNoErrors()
    const leads = await portal.context.db.selectFrom('lead').select(['kind', 'cups20', 'name']).execute()
    expect(leads).toEqual([{ kind: 'power', cups20: 'ES0237990000000001CC', name: 'Anna Serra' }])
    await context.close()
  })

  test('is answered from a customer’s meter, and prefills the change with its advice', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      token,
      viewport: desk,
      language: 'es',
    })
    await page.goto('potencia')
    await waitForHydration(page)
    await page.getByText(/Puedes bajar la potencia y ahorrar/).waitFor()
    await page.getByRole('link', { name: 'Pedir este cambio de potencia' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar la potencia' })
    await dialog.waitFor()
    expect(await dialog.getByRole('textbox', { name: /punta/i }).inputValue()).toBe('3')
    expect(await dialog.getByRole('textbox', { name: /valle/i }).inputValue()).toBe('3')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    expectNoErrors()
    await context.close()
  })
})

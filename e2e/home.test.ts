import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCurveDays,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import type { Database } from '#db/database.ts'
import { daysFrom } from '#vocabulary/day.ts'
import about from '../package.json' with { type: 'json' }
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let contract: CreatedContract
let token: string | undefined

// A Friday afternoon, when electricity is neither at its most expensive nor at its cheapest.
const now = new Date('2026-11-20T15:20:00Z')

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal({ environment: { DEMO: 'on' }, now })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId, iban: 'ES9121000418450200053157' })
  await insertContract(db, { customerId, energy: 'gas' })
  await aYearOfInvoices(db)
  await readings(db)
  token = (await portal.as(await insertUser(db, { customerIds: [customerId], name: 'Marta Ferrer' }))).token
})
afterAll(() => portal.close())

beforeEach(() => portal.set('home.type', 'overview'))

describe('the home page', () => {
  for (const [window, viewport] of Object.entries({ desk, phone }))
    for (const colorScheme of ['light', 'dark'] as const)
      test(`shows what is charged, the current electricity price and the consumption of the month: ${window}, ${colorScheme}`, async () => {
        const { page, context, expectNoErrors } = await openVisit(browser, portal, {
          token,
          language: 'es',
          viewport,
          colorScheme,
        })
        await page.goto('')
        await waitForHydration(page)
        await page.getByRole('heading', { name: 'Hola, Marta. Lo tienes todo al día.', level: 1 }).waitFor()
        const summaryCard = page.getByRole('region', { name: 'Factura de octubre' })
        expect(await summaryCard.textContent()).toMatch(/52,13\s€/)
        await summaryCard.getByText('Se cobrará el 27/11/2026 en tu cuenta acabada en 3157. Son 9,27 € menos').waitFor()
        await summaryCard.getByText('usaste 33 kWh menos.').waitFor()
        await summaryCard
          .getByRole('img', { name: /^Tus últimas 12 facturas, de 62,86 € .* La más alta, 77,16 € en enero/ })
          .waitFor()
        await page.getByText('Precio llano hasta las 18:00').waitFor()
        await page.getByRole('img', { name: /valle de 0 a 8, llano de 8 a 10, punta de 10 a 14/ }).waitFor()
        const month = page.getByRole('region', { name: 'Noviembre, hasta el día 17' })
        expect(await month.textContent()).toMatch(/Has usado\s*122\skWh\s*Has vertido a la red\s*31\skWh/)
        await expectAccessible(page)
        expectNoErrors()
        await context.close()
      })

  test('puts outstanding payments first', async () => {
    await owe(portal.context.db, '2026-07-01', 2000)
    await owe(portal.context.db, '2026-09-01', 4710)
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'es' })
    await page.goto('')
    await waitForHydration(page)
    await page.getByRole('heading', { name: 'Hola, Marta. Tienes 2 facturas por pagar.', level: 1 }).waitFor()
    const summaryCard = page.getByRole('region', { name: 'Por pagar' })
    expect(await summaryCard.textContent()).toMatch(/67,10\s€/)
    await summaryCard
      .getByText('Septiembre, 47,10 €, y lo que falta de julio, 20,00 €. La de octubre se cobrará sola')
      .waitFor()
    await summaryCard.getByRole('link', { name: 'Ver y pagar' }).click()
    await page.waitForURL(/\/facturas\?contractType=electricity&status=unpaid/)
    expectNoErrors()
    await context.close()
  })

  test('renders when the readings of the month are unavailable', async () => {
    await sql`alter table curve_day rename to curve_elsewhere`.execute(portal.context.db)
    const { page, context } = await openVisit(browser, portal, { token, language: 'es' })
    const answer = await page.goto('')
    await sql`alter table curve_elsewhere rename to curve_day`.execute(portal.context.db)
    expect(answer?.status()).toBe(200)
    await page.getByRole('heading', { name: 'Tus contratos' }).waitFor()
    await page.getByText('122 kWh').waitFor()
    await context.close()
  })

  test('shows visitors contracting and calculators, and is linked from the sign-in page', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { language: 'es' })
    await page.goto('acceso')
    await waitForHydration(page)
    await page.getByRole('link', { name: '¿Aún no eres cliente? Descubre lo que ofrecemos' }).click()
    await page.getByRole('heading', { name: 'Tu energía, hora a hora y en claro', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Comparar mi factura de luz' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'Contratar luz', exact: true }).click()
    await page.waitForURL(/nuevo-cliente-electricidad/)
    expectNoErrors()
    await context.close()
  })
})

test('the grid of actions greets anonymous visitors if the operator enabled it', async () => {
  await portal.set('home.type', 'tabGroups')
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { language: 'es' })
  await page.goto('')
  await waitForHydration(page)
  await page.getByRole('heading', { name: 'Tu energía, hora a hora y en claro', level: 1 }).waitFor()
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(
    expect.arrayContaining(['Tus contratos a mano', 'Contratos', 'Facturas', 'Consumo']),
  )
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Pagar con tarjeta' }).click()
  await page.waitForURL(/\/acceso\?redirectPath=.*payOnline/)
  expectNoErrors()
  await context.close()
})

test.each(['dashboard', 'invoices'])('a home page of the type %s redirects to the invoices', async (type) => {
  await portal.set('home.type', type)
  const { page, context } = await openVisit(browser, portal, { token, language: 'es' })
  await page.goto('')
  expect(new URL(page.url()).pathname).toBe('/facturas')
  await context.close()
})

describe('the loading page', () => {
  test('redirects as soon as script runs', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'es' })
    await page.goto('cargando')
    await page.getByRole('heading', { name: /^Hola, Marta/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expectNoErrors()
    await context.close()
  })

  test('asks to disable whatever blocks its script', async () => {
    const { page, context } = await openVisit(browser, portal, { language: 'es' })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('cargando')
    await page.getByText('puede que un bloqueador de anuncios la esté parando').waitFor()
    await page.getByRole('link', { name: 'Continuar' }).waitFor()
    await expectAccessible(page)
    await context.close()
  })
})

test('the version page shows the version of this build', async () => {
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { language: 'es' })
  await page.goto('version')
  await waitForHydration(page)
  await page.getByText(about.version, { exact: true }).waitFor()
  await expectAccessible(page)
  expectNoErrors()
  await context.close()
})

test('a company with many contracts has compact rows by default', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db, { name: 'Cooperativa del Ter', is_company: true })
  for (let made = 0; made < 21; made++) await insertContract(db, { customerId })
  const company = await portal.as(await insertUser(db, { customerIds: [customerId], name: 'Cooperativa del Ter' }))
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { token: company.token, language: 'es' })
  await page.goto('')
  await waitForHydration(page)
  await page.getByRole('heading', { name: /^Hola, Cooperativa del Ter/ }).waitFor()
  expect(await page.getAttribute('html', 'data-density')).toBe('compact')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ver filas amplias' }).filter({ visible: true }).click()
  expect(await page.getAttribute('html', 'data-density')).toBe('roomy')
  await page.reload()
  expect(await page.getAttribute('html', 'data-density')).toBe('roomy')
  expectNoErrors()
  await context.close()
})

/** From October of the previous year, so that October has a month to compare with. */
async function aYearOfInvoices(db: Database) {
  const amounts = [6140, 6286, 7500, 7716, 6320, 5450, 4210, 3800, 4250, 5790, 5640, 4710, 5213]
  for (const [index, cents] of amounts.entries()) {
    const isNewest = index === amounts.length - 1
    const month = new Date(Date.UTC(2025, 9 + index)).toISOString().slice(0, 7)
    await insertInvoice(db, {
      contract,
      starts_on: `${month}-01`,
      ends_on: `${month}-28`,
      issued_on: `${month}-28`,
      due_on: '2026-11-27',
      amount_total_cents: cents,
      amount_pending_cents: isNewest ? cents : 0,
      energy_wh: index === 0 ? 223_000 : 190_000,
      paid_status: isNewest ? 'pending_remesa' : 'paid',
    })
  }
}

/** Seventeen days of November, with 7.2 kWh imported and 1.8 kWh exported each. */
async function readings(db: Database) {
  await insertCurveDays(
    db,
    daysFrom('2026-11-01', '2026-11-17').map((day) => ({
      supply_point_id: contract.supplyPointId,
      day,
      source: 'F5D',
      step_minutes: 60,
      import_wh: Array(24).fill(300),
      export_wh: Array(24).fill(75),
      import_period_wh: [2400, 2400, 2400],
      export_period_wh: [600, 600, 600],
    })),
  )
}

async function owe(db: Database, startsOn: string, cents: number) {
  await db
    .updateTable('invoice')
    .set({ paid_status: 'unpaid', amount_pending_cents: cents })
    .where('starts_on', '=', startsOn)
    .execute()
}

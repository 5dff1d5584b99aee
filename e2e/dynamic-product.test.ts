import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailJobs } from '#app/server/wiring/mount-messages.ts'
import { loadRegister } from '#db/demo/load-register.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import { SpotPriceLine } from '#domains/offers/server/import/spot-price-line.ts'
import { storeSpotPriceLines } from '#domains/offers/server/spot-price-store.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import { addDays, firstOfMonth } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser } from './browser.ts'
import { fillSupply, followDraftLink, press, wizardField } from './contract-wizard.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const today = marketDayOf(new Date(), 'Europe/Madrid')
let browser: Browser
let portal: RunningPortal
let jobs: { stop(): Promise<void> }

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ environment: { DEMO: 'on' } })])
  const { db } = portal.context
  await importTowns(db, 'postcode,ine,municipality\n28013,28079,Madrid\n')
  await loadRegister(db, { today })
  const product = db.insertInto('product').values({ energy: 'electricity', name: 'AL MERCADO', is_dynamic: true })
  const { product_id } = await product.returning('product_id').executeTakeFirstOrThrow()
  const prices = {
    ...{ powerPerKw: ['30', '1.4'].map((eur) => ({ per: 'year', eur })), energyEurPerKwh: ['0.01', '0.01', '0.01'] },
    ...{ surplusEurPerKwh: null, discounts: {} },
  }
  const price = { product_id, tariff: '2.0TD', valid_from: '2024-01-01', prices: JSON.stringify(prices) }
  await db.insertInto('product_price').values(price).execute()
  await db.insertInto('offer').values({ product_id, descriptions: '{}', from_day: '2024-01-01' }).execute()
  const lastDay = addDays(firstOfMonth(today), -1)
  const days: string[] = []
  for (let day = firstOfMonth(lastDay); day <= lastDay; day = addDays(day, 1)) days.push(day)
  await storeSpotPriceLines(db, days.map(spotPricesOf))
  jobs = await startMailJobs(portal.context, portal.app)
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})

/** The prices of a day by the hour, which is an hour longer or shorter when the clocks change. */
function spotPricesOf(day: string) {
  const hours = [24, 25, 23]
    .map((length) => SpotPriceLine.safeParse({ day, eurPerMwh: Array.from({ length }, () => 80) }))
    .find(({ success }) => success)
  return hours!.data!
}

const step = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function fillSupplyAndPerson(page: Page) {
  await fillSupply(page)
  await wizardField(page, 'taxId').fill('99300555X')
  await wizardField(page, 'name').fill('Marta')
  await wizardField(page, 'surname1').fill('Vila')
  await wizardField(page, 'identityFront').setInputFiles({ name: 'dni.jpg', mimeType: 'image/jpeg', buffer: aPhoto })
  await wizardField(page, 'mobile').fill('612 345 678')
  await wizardField(page, 'email').fill('marta@example.test')
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
}

test.each([
  ['a phone', 'a desktop', phone, desk],
  ['a desktop', 'a phone', desk, phone],
] as const)(
  'what follows the market is read and consented to on %s, and stays consented to on %s',
  async (_, __, first, second) => {
    await portal.context.db.deleteFrom('visitor_throttle').execute()
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { viewport: first, language: 'es' })
    await fillSupplyAndPerson(page)
    await press(page, 'Continuar')
    await wizardField(page, 'power0').fill('4,6')
    await wizardField(page, 'power1').fill('4,6')
    await page.getByRole('radio', { name: /AL MERCADO/ }).check()
    await wizardField(page, 'yearKwh').fill('2400')
    for (const text of [/^A favor: /, /^Qué cuesta: /, /^El riesgo: /]) await page.getByText(text).waitFor()
    await page.getByText(/habrías pagado unos .* por 200 kWh/).waitFor()
    // The server refuses what was not consented to, which the browser reports too.
    expectNoErrors()
    await press(page, 'Continuar')
    await expect.poll(() => wizardField(page, 'acceptsDynamic').getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page)
    await wizardField(page, 'acceptsDynamic').check()
    await press(page, 'Continuar')
    await step(page, '¿Cómo quieres pagar?')
    await page.getByText('Seguir en otro momento').click()
    await press(page, 'Enviarme el enlace')
    await page.getByText('Enlace enviado').waitFor()

    const other = await openVisit(browser, portal, { viewport: second, language: 'es' })
    await followDraftLink(other.page, portal.address)
    await wizardField(other.page, 'acceptsDynamic').waitFor()
    expect(await wizardField(other.page, 'acceptsDynamic').isChecked()).toBe(true)
    await press(other.page, 'Continuar')
    await step(other.page, '¿Cómo quieres pagar?')
    other.expectNoErrors()
    await context.close()
    await other.context.close()
  },
)

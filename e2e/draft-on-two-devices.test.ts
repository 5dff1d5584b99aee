import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailJobs } from '#app/server/wiring/mount-messages.ts'
import { loadRegister } from '#db/demo/load-register.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  type BrowserVisit,
  desk,
  expectAccessible,
  openVisit,
  phone,
  startBrowser,
  waitForHydration,
} from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let jobs: { stop(): Promise<void> }

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ environment: { DEMO: 'on' } })])
  await importTowns(portal.context.db, 'postcode,ine,municipality\n28013,28079,Madrid\n')
  await loadRegister(portal.context.db, { today: marketDayOf(new Date(), 'Europe/Madrid') })
  jobs = await startMailJobs(portal.context, portal.app)
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})

const at = (page: Page, field: string) => page.locator(`#wizard-${field}`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const conflict = (page: Page) =>
  page.getByRole('region', { name: 'Has cambiado esta contratación en otro dispositivo' })
const stored = () =>
  portal.context.db.selectFrom('lead').select('typed').executeTakeFirstOrThrow() as Promise<{
    typed: { person?: { mobile: string } }
  }>

/** Starts a contract on a phone and requests the link that continues it on another device. */
async function begin({ page }: BrowserVisit) {
  await page.goto('nuevo-cliente-electricidad')
  await waitForHydration(page)
  await at(page, 'cups').fill(makeCups('0021', '990000099999'))
  await page.getByText('No consta en el registro').waitFor()
  await at(page, 'address-dp').fill('28013')
  await at(page, 'address-nv').fill('Mayor')
  await at(page, 'address-pnp').fill('7')
  await page.getByText('Madrid, provincia de Madrid').waitFor()
  await page.getByRole('group', { name: '¿Tiene suministro ahora?' }).getByLabel('No').check()
  await at(page, 'permitsSolvencyCheck').check()
  await at(page, 'permitsContact').check()
  await press(page, 'Continuar: titular')
  await at(page, 'mobile').fill('612 345 678')
  await page.getByText('Seguir en otro momento').click()
  await page.getByLabel('Correo electrónico').last().fill('anna@example.com')
  await press(page, 'Enviarme el enlace')
  await page.getByText('Enlace enviado').waitFor()
}

async function followLink(page: Page) {
  const mail = page.getByRole('link', { name: /donde lo dejaste/ })
  const reload = async () => {
    await page.goto('demo/mail')
    return mail.count()
  }
  await expect.poll(reload, { timeout: 20_000, interval: 500 }).toBeGreaterThan(0)
  await mail.click()
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Seguir contratando' })
  const href = await link.getAttribute('href')
  await page.goto(`${portal.address}${href!.slice(new URL(href!).origin.length)}`)
  await waitForHydration(page)
}

test('a visitor who edits a draft on two devices is shown the other version, and chooses', async () => {
  const first = await openVisit(browser, portal, { viewport: phone, colorScheme: 'dark', language: 'es' })
  await begin(first)
  const second = await openVisit(browser, portal, { viewport: desk, language: 'es' })
  await followLink(second.page)
  await expect.poll(() => at(second.page, 'mobile').inputValue()).toBe('612 345 678')
  await at(second.page, 'mobile').fill('699 111 222')
  await expect.poll(async () => (await stored()).typed.person?.mobile).toBe('699 111 222')

  await at(first.page, 'mobile').fill('600 999 888')
  await conflict(first.page).getByText('En el otro: +34 699 111 222').waitFor()
  await conflict(first.page).getByText('Aquí: +34 600 999 888').waitFor()
  expect(await at(first.page, 'mobile').inputValue()).toBe('600 999 888')
  expect((await stored()).typed.person?.mobile).toBe('699 111 222')
  await expectAccessible(first.page)
  await press(first.page, 'Continuar con los de aquí')
  await expect.poll(() => conflict(first.page).count()).toBe(0)
  await at(first.page, 'name').fill('Marta')
  await expect.poll(async () => (await stored()).typed.person?.mobile).toBe('600 999 888')

  await at(second.page, 'surname1').fill('Vila')
  await conflict(second.page).getByText('En el otro: +34 600 999 888').waitFor()
  await expectAccessible(second.page)
  await press(second.page, 'Usar los datos del otro dispositivo')
  await expect.poll(() => at(second.page, 'mobile').inputValue()).toBe('600 999 888')
  expect(await at(second.page, 'name').inputValue()).toBe('Marta')
  await first.context.close()
  await second.context.close()
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailJobs } from '#app/server/wiring/mount-messages.ts'
import { loadRegister } from '#db/demo/load-register.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type BrowserVisit, desk, expectAccessible, openVisit, phone, startBrowser } from './browser.ts'
import { fillSupply, followDraftLink, press, wizardField } from './contract-wizard.ts'
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

const conflict = (page: Page) =>
  page.getByRole('region', { name: 'Has cambiado esta contratación en otro dispositivo' })
const stored = () =>
  portal.context.db.selectFrom('lead').select('typed').executeTakeFirstOrThrow() as Promise<{
    typed: { person?: { mobile: string } }
  }>

/** Starts a contract on a phone and requests the link that continues it on another device. */
async function begin({ page }: BrowserVisit) {
  await fillSupply(page)
  await wizardField(page, 'mobile').fill('612 345 678')
  await page.getByText('Seguir en otro momento').click()
  await page.getByLabel('Correo electrónico').last().fill('anna@example.com')
  await press(page, 'Enviarme el enlace')
  await page.getByText('Enlace enviado').waitFor()
}

test('a visitor who edits a draft on two devices is shown the other version, and chooses', async () => {
  const first = await openVisit(browser, portal, { viewport: phone, colorScheme: 'dark', language: 'es' })
  await begin(first)
  const second = await openVisit(browser, portal, { viewport: desk, language: 'es' })
  await followDraftLink(second.page, portal.address)
  await expect.poll(() => wizardField(second.page, 'mobile').inputValue()).toBe('612 345 678')
  await wizardField(second.page, 'mobile').fill('699 111 222')
  await expect.poll(async () => (await stored()).typed.person?.mobile).toBe('699 111 222')

  await wizardField(first.page, 'mobile').fill('600 999 888')
  await conflict(first.page).getByText('En el otro: +34 699 111 222').waitFor()
  await conflict(first.page).getByText('Aquí: +34 600 999 888').waitFor()
  expect(await wizardField(first.page, 'mobile').inputValue()).toBe('600 999 888')
  expect((await stored()).typed.person?.mobile).toBe('699 111 222')
  await expectAccessible(first.page)
  await press(first.page, 'Continuar con los de aquí')
  await expect.poll(() => conflict(first.page).count()).toBe(0)
  await wizardField(first.page, 'name').fill('Marta')
  await expect.poll(async () => (await stored()).typed.person?.mobile).toBe('600 999 888')

  await wizardField(second.page, 'surname1').fill('Vila')
  await conflict(second.page).getByText('En el otro: +34 600 999 888').waitFor()
  await expectAccessible(second.page)
  await press(second.page, 'Usar los datos del otro dispositivo')
  await expect.poll(() => wizardField(second.page, 'mobile').inputValue()).toBe('600 999 888')
  expect(await wizardField(second.page, 'name').inputValue()).toBe('Marta')
  await first.context.close()
  await second.context.close()
})

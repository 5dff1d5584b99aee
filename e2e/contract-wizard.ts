import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { makeCups } from '#vocabulary/cups.ts'
import { waitForHydration } from './browser.ts'

/** Returns a field of the contract wizard. */
export const wizardField = (page: Page, field: string) => page.locator(`#wizard-${field}`)

/** Presses a button by its whole name. */
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Opens a new contract for electricity and fills in a supply point that no register knows, up to the step of the holder. */
export async function fillSupply(page: Page) {
  await page.goto('nuevo-cliente-electricidad')
  await waitForHydration(page)
  await wizardField(page, 'cups').fill(makeCups('0021', '990000099999'))
  await page.getByText('No consta en el registro').waitFor()
  await wizardField(page, 'address-dp').fill('28013')
  await wizardField(page, 'address-nv').fill('Mayor')
  await wizardField(page, 'address-pnp').fill('7')
  await page.getByText('Madrid, provincia de Madrid').waitFor()
  await page.getByRole('group', { name: '¿Tiene suministro ahora?' }).getByLabel('No').check()
  await wizardField(page, 'permitsSolvencyCheck').check()
  await wizardField(page, 'permitsContact').check()
  await press(page, 'Continuar: titular')
}

/** Waits for the mail by which a draft is continued, and follows its link on this device. */
export async function followDraftLink(page: Page, portalAddress: string) {
  const mail = page.getByRole('link', { name: /donde lo dejaste/ })
  const reload = async () => {
    await page.goto('demo/mail')
    return mail.count()
  }
  await expect.poll(reload, { interval: 500 }).toBeGreaterThan(0)
  await mail.first().click()
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Seguir contratando' })
  const href = await link.getAttribute('href')
  await page.goto(`${portalAddress}${href!.slice(new URL(href!).origin.length)}`)
  await waitForHydration(page)
}

import type { Page } from 'playwright-core'

/** Cards of the sandbox of payments: one that is charged at once, and one for which the bank asks first. */
export const sandboxCards = { charged: '4242 4242 4242 4242', confirmed: '4000 0000 0000 3220' }

/** Fills in a card in the dialog of the sandbox of payments and pays, on a Spanish page. */
export async function payByCard(page: Page, number: string): Promise<void> {
  const fields = page.frameLocator('iframe[title="Datos de la tarjeta"]')
  await fields.getByLabel(/Número de la tarjeta/).fill(number)
  await fields.getByLabel(/Caducidad/).fill('12/34')
  await fields.getByLabel(/CVC/).fill('123')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pagar/ })
    .click()
}

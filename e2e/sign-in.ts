import type { Page } from 'playwright-core'
import { waitForHydration } from './browser.ts'
import { demoPassword } from './start-portal.ts'

/** Signs in a customer of the demonstration retailer on the Spanish page, as a person does. */
export async function signIn(
  page: Page,
  { login, password = demoPassword }: { login: string; password?: string },
): Promise<void> {
  await page.goto('acceso')
  await waitForHydration(page)
  await page.getByLabel(/^Usuario/).fill(login)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/acceso'))
}

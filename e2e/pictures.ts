// `npm run pictures`: takes the README's screenshots from the running product with its demonstration retailer.
import { mkdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { desk, phone, startBrowser } from './browser.ts'
import { startProgram } from './start-program.ts'

const folder = 'docs/pictures'
const password = 'Fotos-de-mostra-1'

const { address, stop } = await startProgram({ demoPassword: password })
const browser = await startBrowser()
try {
  await mkdir(folder, { recursive: true })
  await takePicture('contract', { viewport: desk }, async (page) => {
    await page.goto(`${address}/contratos/electricidad`)
    await page.getByRole('rowheader').getByRole('link').first().click()
    await page.locator('#consumption figure').scrollIntoViewIfNeeded()
    await page.locator('#consumption canvas').first().waitFor()
    await page.setViewportSize({ ...desk, height: 1_500 })
  })
  await takePicture('home-phone', { viewport: phone }, (page) => page.goto(`${address}/`))
  await takePicture('payment', { viewport: phone }, async (page) => {
    await page.goto(`${address}/facturas`)
    await page
      .getByRole('button', { name: /^Pagar/ })
      .first()
      .click()
    await page.locator('iframe').waitFor()
  })
} finally {
  await browser.close()
  await stop()
}

async function takePicture(
  name: string,
  options: BrowserContextOptions,
  preparePage: (page: Page) => Promise<unknown>,
) {
  const context = await browser.newContext({ ...options, locale: 'es-ES', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${address}/acceso`)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.getByLabel(/^Usuario/).fill('anna')
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/acceso'))
  await page.waitForLoadState('networkidle')
  // After the first choice the banner is not shown again.
  const refuse = page.getByRole('button', { name: 'Rechazar' })
  if (await refuse.isVisible()) await refuse.click()
  await preparePage(page)
  await pause(1_500)
  await page.screenshot({ path: `${folder}/${name}.png` })
  await context.close()
}

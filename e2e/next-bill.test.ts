import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desk, expectAccessible, openVisit, phone, scrollUntilShown, startBrowser } from './browser.ts'
import { type RunningPortal, startDemoPortal, tokenOf } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  const now = new Date('2026-11-20T11:00:00Z')
  ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now })])
})
afterAll(() => portal.close())

describe.each([
  ['phone', phone],
  ['desk', desk],
])('the next bill on a %s', (_, viewport) => {
  test('of gas says where it ends, what is estimated, and from what', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      ...{ viewport, token: await tokenOf(portal, 'anna'), language: 'es' },
    })
    await page.goto('contratos/gas')
    await page.getByRole('rowheader').getByRole('link').first().click()
    const forecast = page.getByText(/Vas camino de/)
    await scrollUntilShown(forecast)
    expect(await forecast.textContent()).toMatch(/Desde el 01\/11\/2026 nadie ha leído el contador.*entre .* y .*€\./)
    await page.getByText('Cómo lo calculamos').click()
    await page.getByText(/Para los 30 días que faltan suponemos/).waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })

  test('is told on the first page for each energy', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      ...{ viewport, token: await tokenOf(portal, 'anna'), language: 'es' },
    })
    await page.goto('')
    for (const energy of ['luz', 'gas'])
      await scrollUntilShown(
        page.getByRole('region', { name: `Tu próxima factura de ${energy}` }).getByText('Vas camino de'),
      )
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })
})

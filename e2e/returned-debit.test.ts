import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMountedPaymentJobs } from '#app/server/wiring/mount-payments.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { payByCard, sandboxCards } from './pay-by-card.ts'
import { signIn } from './sign-in.ts'
import { type RunningPortal, startDemoPortal } from './start-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')

describe.each([
  ['a desktop', desk],
  ['a phone', phone],
] as const)('on %s', (_, viewport) => {
  let browser: Browser
  let portal: RunningPortal
  let jobs: Awaited<ReturnType<typeof startMountedPaymentJobs>>

  beforeAll(async () => {
    ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now })])
    jobs = await startMountedPaymentJobs(portal.context, portal.app)
  })
  afterAll(async () => {
    await jobs.stop()
    await portal.close()
  })

  test('biel reads why a debit came back, and pays its invoice by card', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await signIn(page, { login: 'biel' })
    // Signing in leads to the first page of the settings, the invoices, where the step is a button.
    await page.goto('')
    await waitForHydration(page)
    const returned = page.getByRole('article').filter({ hasText: /devuelta el/ })
    await returned.first().waitFor()
    await expectAccessible(page)
    const count = await returned.count()
    await returned
      .first()
      .getByRole('link', { name: /^Pagar con tarjeta/ })
      .click()

    await page.waitForURL((url) => url.pathname.endsWith('/facturas'))
    await waitForHydration(page)
    await expectAccessible(page)
    await returned
      .first()
      .getByRole('button', { name: /^Pagar con tarjeta/ })
      .click()
    await payByCard(page, sandboxCards.charged)
    await page.getByRole('heading', { name: 'Pagada' }).waitFor()
    await page.getByRole('button', { name: 'Listo' }).click()
    await expect.poll(() => returned.count()).toBe(count - 1)
    expectNoErrors()
    await context.close()
  })
})

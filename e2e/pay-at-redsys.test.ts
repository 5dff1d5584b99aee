import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { startMountedPaymentJobs } from '#app/server/wiring/mount-payments.ts'
import { publicTestAccount, type RedsysStandIn, startRedsysStandIn } from '#outside/payments/testing/redsys-stand-in.ts'
import { expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { findFreePort, type RunningPortal, startPortal } from './start-portal.ts'

describe('on a telephone, at Redsys', () => {
  let browser: Browser
  let standIn: RedsysStandIn
  let portal: RunningPortal
  let jobs: Awaited<ReturnType<typeof startMountedPaymentJobs>>
  let token: string

  beforeAll(async () => {
    const port = await findFreePort()
    ;[browser, standIn] = await Promise.all([startBrowser(), startRedsysStandIn()])
    portal = await startPortal({
      port,
      environment: {
        PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
        REDSYS_MERCHANT_CODE: publicTestAccount.merchantCode,
        REDSYS_SECRET_KEY: publicTestAccount.secretKey,
        REDSYS_ADDRESS: standIn.address,
      },
    })
    await portal.set('payment.platforms', ['redsys'])
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    const contract = await insertContract(db, { customerId })
    await insertInvoice(db, { contract, number: 'FE26/157374', amount_total_cents: 4569 })
    const userId = await insertUser(db, { customerIds: [customerId], email: 'anna@example.test' })
    token = (await portal.as(userId)).token!
    jobs = await startMountedPaymentJobs(portal.context, portal.app)
  })
  afterAll(async () => {
    await jobs.stop()
    await Promise.all([portal.close(), standIn.close()])
  })

  test('a customer goes back, cancels, is declined, and finally pays, before the notification arrives', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, {
      viewport: phone,
      language: 'es',
      token,
    })
    const dialog = page.getByRole('dialog')

    await leaveFor(page)
    await page.goBack()
    await page.waitForURL('**/facturas')
    await leaveFor(page)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await dialog.getByText(/El pago no se ha completado/).waitFor()
    await dialog.getByRole('button', { name: 'Volver a intentar' }).click()
    await dialog.getByText(/página segura de Redsys/).waitFor()
    await expectAccessible(page)
    expect(new URL(page.url())).toMatchObject({ pathname: '/facturas', search: '' })

    await leaveFor(page)
    await payWith(page, '5576 4400 2278 8500')
    await dialog.getByText(/Tu banco ha rechazado la tarjeta/).waitFor()

    standIn.holdReports()
    standIn.allowQueries(false)
    await leaveFor(page)
    await payWith(page, '4918 0191 9988 3839')
    await page.getByRole('button', { name: 'Sí' }).click()
    await page.getByRole('heading', { name: 'Estamos cobrando' }).waitFor()
    await standIn.releaseReports()
    await page.getByRole('heading', { name: 'Pagada' }).waitFor()
    await dialog.getByText('acabada en 3839').waitFor()
    await expectAccessible(page)
    expect(standIn.chargedCents()).toEqual([4569])
    expectNoErrors()
    await context.close()
  })
})

/** Goes from the list of invoices to the Redsys page. */
async function leaveFor(page: Page) {
  await page.goto('facturas')
  await waitForHydration(page)
  await page
    .getByRole('button', { name: /^Pagar/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pagar 45,69/ })
    .click()
  await page.getByRole('heading', { name: 'Pago con tarjeta' }).waitFor()
}

async function payWith(page: Page, card: string) {
  await page.getByLabel('Tarjeta').fill(card)
  await page.getByRole('button', { name: 'Pagar' }).click()
}

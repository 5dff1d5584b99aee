import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startMountedPaymentJobs } from '#app/server/wiring/mount-payments.ts'
import { storeCheckedInvoices } from '#domains/bill-checks/server/store-checked-invoices.ts'
import { followCorrectionPlans } from '#domains/collections/server/correction-plans.ts'
import { InvoiceLine } from '#domains/invoices/server/import/invoice-line.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { payByCard, sandboxCards } from './pay-by-card.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const now = new Date('2026-11-28T11:00:00Z')
let browser: Browser
let portal: RunningPortal
let jobs: Awaited<ReturnType<typeof startMountedPaymentJobs>>

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ now, environment: { DEMO: 'on' } })])
  jobs = await startMountedPaymentJobs(portal.context, portal.app)
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})

/** A bill of 90 euros that charges what the bills of three months lacked. */
function correctingBill(contract: string, number: string) {
  return InvoiceLine.parse({
    ...{ number, contract, issuedOn: '2026-11-20', startsOn: '2026-08-20', endsOn: '2026-11-19', dueOn: '2026-12-10' },
    ...{ amountTotalCents: 9_000, amountPendingCents: 9_000, paidStatus: 'unpaid', rectificativeType: 'C' },
    ...{ energyWhByPeriod: [100_000, 100_000, 100_000], powerWatts: [4600, 4600] },
    correction: { kind: 'underbilled', amountCents: 9_000, errorOn: '2026-08-20' },
  })
}

async function payAndClose(page: Page) {
  await payByCard(page, sandboxCards.charged)
  await page.getByRole('heading', { name: 'Pagada' }).waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()
}

describe.each([
  ['a desktop', desk, '1'],
  ['a phone', phone, '2'],
] as const)('on %s', (_, viewport, suffix) => {
  test('a plan of parts is taken with one press, shown on home and invoices, and paid early', async () => {
    const { db, files, clock } = portal.context
    const customerId = await insertCustomer(db)
    const [contract, number] = [`008${suffix}`, `FC26/${suffix}`]
    await insertContract(db, { customerId, name: contract })
    await db
      .transaction()
      .execute((trx) => storeCheckedInvoices(trx, [correctingBill(contract, number)], { files, clock }))
    const { token } = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      viewport,
      token: token!,
      language: 'es',
    })
    const bill = `facturas/${encodeURIComponent(number)}`

    await page.goto(bill)
    await waitForHydration(page)
    const plan = page.getByRole('region', { name: 'Pagar por meses' })
    await plan.getByText(/La ley te deja pagarlos en 3 partes mensuales/).waitFor()
    await expectAccessible(page)
    await plan.getByRole('button', { name: 'Pagar en 3 partes' }).click()
    await plan.getByRole('button', { name: /^Pagar 30,00.€ ahora$/ }).waitFor()
    await expectAccessible(page)

    for (const address of ['', 'facturas']) {
      await page.goto(address)
      await waitForHydration(page)
      await page.getByText(/en 3 partes\. La próxima: 30,00.€ hasta el 10\/12\/2026/).waitFor()
      await expectAccessible(page)
    }
    await page.getByRole('link', { name: 'Ver las partes' }).click()
    await plan.getByRole('button', { name: /^Pagar 30,00.€ ahora$/ }).click()
    await payAndClose(page)
    await plan.getByText('Pagada').waitFor()
    await page.getByText(/Próxima parte: 30,00.€ hasta el 10\/01\/2027/).waitFor()

    await plan.getByRole('button', { name: /^Pagar todo lo que falta: 60,00/ }).click()
    await payAndClose(page)
    await expect.poll(() => plan.getByText('Pagada').count()).toBe(3)
    expect(await followCorrectionPlans(db, now)).toBe(1)
    await page.goto(bill)
    await waitForHydration(page)
    expect(await plan.count()).toBe(0)
    expectNoErrors()
    await context.close()
  })
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startMountedPaymentJobs } from '#app/server/wiring/mount-payments.ts'
import { storeCheckedInvoices } from '#domains/bill-checks/server/store-checked-invoices.ts'
import { followCorrectionPlans } from '#domains/collections/server/correction-plans.ts'
import { InvoiceLine } from '#domains/invoices/server/import/invoice-line.ts'
import { locales } from '#vocabulary/locale.ts'
import {
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  narrowPhone,
  openVisit,
  phone,
  startBrowser,
  waitForHydration,
} from './browser.ts'
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

/** Stores a customer with such a bill, and signs them in. */
async function signInWithCorrectingBill(contract: string, number: string) {
  const { db, files, clock } = portal.context
  const customerId = await insertCustomer(db)
  await insertContract(db, { customerId, name: contract })
  const bills = [correctingBill(contract, number)]
  await db.transaction().execute((trx) => storeCheckedInvoices(trx, bills, { files, clock }))
  const { token } = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  return token!
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
    const number = `FC26/${suffix}`
    const token = await signInWithCorrectingBill(`008${suffix}`, number)
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { viewport, token, language: 'es' })
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
    expect(await followCorrectionPlans(portal.context.db, now)).toBe(1)
    await page.goto(bill)
    await waitForHydration(page)
    expect(await plan.count()).toBe(0)
    expectNoErrors()
    await context.close()
  })
})

test('the offer and the plan fit 320 px in each language', async () => {
  const number = 'FC26/320'
  const token = await signInWithCorrectingBill('0083', number)
  for (const state of ['offered', 'taken'] as const) {
    for (const language of locales) {
      const visit = { viewport: narrowPhone, token, language }
      const { page, context, expectNoErrors } = await openVisit(browser, portal, visit)
      await page.goto(`invoices/${encodeURIComponent(number)}`)
      await waitForHydration(page)
      await page.locator('#parts').waitFor()
      await expectNoSidewaysScroll(page, `${language} ${state}`)
      await expectAccessible(page)
      expectNoErrors()
      await context.close()
    }
    if (state === 'offered') await takePlan(token, number)
  }
})

async function takePlan(token: string, number: string) {
  const { page, context } = await openVisit(browser, portal, { token, language: 'es' })
  await page.goto(`facturas/${encodeURIComponent(number)}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Pagar en 3 partes' }).click()
  await page.getByRole('button', { name: /^Pagar 30,00.€ ahora$/ }).waitFor()
  await context.close()
}

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { storeCheckedInvoices } from '#domains/bill-checks/server/store-checked-invoices.ts'
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
import { visitAsOperator } from './operator-visit.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal()])
  await portal.set('invoices.holdFaults', ['taxes'])
  await portal.set('invoices.holdFromEuros', 1)
})
afterAll(() => portal.close())

/** A bill that charges the rent of the meter alone. */
function meterBill(contract: string, number: string, { unitPrice, cents }: { unitPrice: string; cents: number }) {
  return InvoiceLine.parse({
    ...{ number, contract, issuedOn: '2026-10-06', startsOn: '2026-09-01', endsOn: '2026-09-30', dueOn: '2026-10-26' },
    ...{ amountTotalCents: cents, amountPendingCents: cents, paidStatus: 'pending_remesa' },
    ...{ energyWhByPeriod: [0, 0, 0], powerWatts: [4600, 4600] },
    lines: [
      {
        ...{ kind: 'meter', firstDay: '2026-09-01', lastDay: '2026-09-30', quantity: '30', unit: 'day' },
        ...{ unitPrice, amountCents: cents },
      },
    ],
  })
}

const tooMuch = { unitPrice: '0.09', cents: 270 }
const corrected = { unitPrice: '0.02663', cents: 80 }

async function arrive(...bills: ReturnType<typeof meterBill>[]) {
  const { db, files, clock } = portal.context
  await db.transaction().execute((trx) => storeCheckedInvoices(trx, bills, { files, clock }))
}

describe.each([
  ['a desktop', desk, '1'],
  ['a phone', phone, '2'],
] as const)('on %s', (_, viewport, suffix) => {
  test('an operator reads why bills are held, releases one and gives one back, which comes again corrected', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    const contract = `009${suffix}`
    await insertContract(db, { customerId, name: contract })
    const { token } = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    const [released, returned] = [`FE-R${suffix}`, `FE-B${suffix}`]
    await arrive(meterBill(contract, released, tooMuch), meterBill(contract, returned, tooMuch))

    const customer = await openVisit(browser, portal, { viewport, token: token!, language: 'es' })
    const seesInvoices = async (numbers: string[]) => {
      await customer.page.goto('facturas')
      await waitForHydration(customer.page)
      for (const number of [released, returned])
        expect((await customer.page.getByText(number).count()) > 0, number).toBe(numbers.includes(number))
    }
    await seesInvoices([])

    const { page, context, expectNoErrors } = await visitAsOperator(browser, portal, 'operator/held-bills', {
      viewport,
    })
    await page.getByText(released).first().waitFor()
    await page.getByText('Precio regulado, Falta una línea').first().waitFor()
    await expectAccessible(page)
    await decide(released, 'Liberar', /Una factura liberada/)
    await seesInvoices([released])
    await decide(returned, 'Devolver a facturación', /Una factura devuelta/)
    await seesInvoices([released])
    await arrive(meterBill(contract, returned, corrected))
    await seesInvoices([released, returned])
    await page.goto('operator/held-bills?state=all')
    await waitForHydration(page)
    await page.getByText('Corregida', { exact: true }).first().waitFor()
    await expectAccessible(page)
    expectNoErrors()
    customer.expectNoErrors()
    await context.close()
    await customer.context.close()

    async function decide(number: string, act: string, outcome: RegExp) {
      await page.getByRole('checkbox', { name: `Seleccionar ${number}` }).check()
      await page.getByRole('button', { name: act, exact: true }).click()
      await page.getByRole('status').filter({ hasText: outcome }).first().waitFor()
    }
  })
})

test.each(locales)('the desk fits 320 px in %s', async (language) => {
  const { db } = portal.context
  const contract = `009-${language}`
  await insertContract(db, { customerId: await insertCustomer(db), name: contract })
  const number = `FE-${language}`
  await arrive(meterBill(contract, number, tooMuch))
  const visit = { viewport: narrowPhone, language }
  const { page, context, expectNoErrors } = await visitAsOperator(browser, portal, 'operator/held-bills', visit)
  await page.getByText(number).first().waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expectNoErrors()
  await context.close()
})

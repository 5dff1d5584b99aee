import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { importCurves } from '#domains/consumption/server/import/import-curves.ts'
import { recountTotals } from '#domains/consumption/server/totals/recount-totals.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { countIntervalsOf, startOf } from '#vocabulary/market-time.ts'
import { desk, expectAccessible, openVisit, phone, scrollUntilShown, startBrowser } from './browser.ts'
import { visitAsOperator } from './operator-visit.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  const now = new Date('2026-11-20T11:00:00Z')
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ now })])
})
afterAll(() => portal.close())

/** A file of October: 100 Wh in each hour, and on the third `wh`. */
function octoberFile(cups: string, wh: number): string {
  return daysFrom('2026-10-01', '2026-10-31')
    .flatMap((day) =>
      Array.from({ length: countIntervalsOf(day, 60, 'Europe/Madrid') }, (_, hour) => {
        const endMs = startOf(day, 'Europe/Madrid').getTime() + (hour + 1) * 3_600_000
        const isSummer = endMs <= Date.UTC(2026, 9, 25, 1)
        const local = new Date(endMs + (isSummer ? 2 : 1) * 3_600_000).toISOString()
        const end = `${local.slice(0, 10).replaceAll('-', '/')} ${local.slice(11, 16)}`
        return `${cups};${end};${isSummer ? 1 : 0};${day === '2026-10-03' ? wh : 100};0;0;0;0;0;1;1;FA1;0;0\n`
      }),
    )
    .join('')
}

async function* bytes(text: string) {
  yield Buffer.from(text)
}

function octoberBill() {
  const energy = (period: number, quantity: string, amountCents: number) => ({
    ...{ kind: 'energy', period, firstDay: '2026-10-01', lastDay: '2026-10-31', quantity, unit: 'kWh' },
    ...{ days: null, unitPrice: '0.1', amountCents, figure: null },
  })
  // October has 21 working days with 8 hours of each period, and 241 further hours of the third.
  const lines = [energy(1, '16.8', 168), energy(2, '16.8', 168), energy(3, '40.9', 409)]
  return JSON.stringify({
    ...{ lines, energyWhByPeriod: [16_800, 16_800, 40_900], surplusWh: 0, powerWatts: [4600, 4600] },
    ...{ tariff: '2.0TD', productName: 'Tarifa' },
  })
}

describe.each([
  ['a desktop', desk],
  ['a phone', phone],
] as const)('on %s', (_, viewport) => {
  test('a customer reads which day the distributor corrected and what the bill would be, and an operator sees both', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    const contract = await insertContract(db, { customerId, starts_on: '2026-01-01' })
    while (await recountTotals(db));
    const number = `FE-C${viewport.width}`
    await insertInvoice(db, {
      ...{ contract, number, starts_on: '2026-10-01', ends_on: '2026-10-31', issued_on: '2026-11-05' },
      ...{ amount_total_cents: 745, content: octoberBill() },
    })
    const take = (version: number, wh: number, day: string) =>
      importCurves({
        ...{ db, source: bytes(octoberFile(contract.cups, wh)), fileName: `F5D_0031_9999_20261105.${version}` },
        now: new Date(`${day}T10:00:00Z`),
      })
    await take(0, 100, '2026-11-04')
    await take(1, 200, '2026-11-12')
    const { token } = await portal.as(await insertUser(db, { customerIds: [customerId] }))

    const customer = await openVisit(browser, portal, { viewport, token: token!, language: 'es' })
    await customer.page.goto('contratos/electricidad')
    await customer.page.getByRole('rowheader').getByRole('link').first().click()
    const corrected = customer.page.getByText(/El 12\/11\/2026 la distribuidora corrigió el 03\/10\/2026/)
    await scrollUntilShown(corrected)
    expect(await corrected.textContent()).toMatch(/de 2,40.kWh a 4,80.kWh/)
    await customer.page.getByText(/ya facturadas por la distribuidora/).waitFor()
    await expectAccessible(customer.page)

    await customer.page.goto(`facturas/${number}`)
    const note = customer.page.getByText(/la distribuidora dice ahora 76,9.kWh/)
    await scrollUntilShown(note)
    expect(await note.textContent()).toMatch(/cobra 74,5.kWh .* corrigió tus datos el 12\/11\/2026\. .* 0,24.€ más/)
    await expectAccessible(customer.page)
    customer.expectNoErrors()
    await customer.context.close()

    const operator = await visitAsOperator(browser, portal, 'operator/curve-corrections', { viewport })
    await operator.page.getByText(number).first().waitFor()
    await expectAccessible(operator.page)
    await operator.page
      .getByRole('button', { name: /^24 intervalos/ })
      .first()
      .click()
    await operator.page
      .getByText(/^23:00: de 0,1.kWh a 0,2.kWh$/)
      .first()
      .waitFor()
    await expectAccessible(operator.page)
    operator.expectNoErrors()
    await operator.context.close()
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCurveDays,
  insertCustomer,
  insertInvoice,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { loadBillFacts } from './load-bill-facts.ts'

let portal: TestPortal
let customerId: number
beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T12:00:00Z') })
  customerId = await insertCustomer(portal.context.db)
})
afterAll(() => portal.close())

/** A bill of the first two days of September, a Tuesday and a Wednesday, above 50 kW of contracted power. */
async function insertBill(powerWatts: number[]): Promise<{ contract: CreatedContract; read: () => Promise<unknown> }> {
  const { db } = portal.context
  const contract = await insertContract(db, {
    ...{ customerId, tariff: '3.0TD', starts_on: '2025-01-01', power_watts: powerWatts },
  })
  const invoiceId = await insertInvoice(db, {
    ...{ contract, starts_on: '2026-09-01', ends_on: '2026-09-02', due_on: '2026-09-20' },
    content: JSON.stringify({
      ...{
        lines: [],
        energyWhByPeriod: [0, 0, 0, 0, 0, 0],
        surplusWh: 0,
        powerWatts,
        tariff: '3.0TD',
        productName: 'Tarifa',
      },
    }),
  })
  const read = async () => (await loadBillFacts(db, [{ customerId, invoiceId }]))[0]!.facts.quarterHourExcessKw
  return { contract, read }
}

/** Days of 60 kW in each quarter hour, but for one of 90 and one of 100 kW at ten, in P3, and one of 70 at night, in P6. */
function insertDays({ supplyPointId }: CreatedContract, { stepMinutes = 15, missing = false } = {}) {
  const rows = daysFrom('2026-09-01', '2026-09-02').map((day, index) => {
    const wh = new Array<number>((24 * 60) / stepMinutes).fill(15_000)
    if (stepMinutes === 15 && index === 0) wh.splice(40, 2, 22_500, 25_000)
    if (stepMinutes === 15 && index === 1) wh.splice(4, 1, 17_500)
    return {
      ...{ supply_point_id: supplyPointId, day, source: 'P2D', step_minutes: stepMinutes },
      ...{ import_wh: missing ? ([null, ...wh.slice(1)] as never) : wh, import_period_wh: [0, 0, 0, 0, 0, 0] },
    }
  })
  return insertCurveDays(portal.context.db, rows)
}

const sixty = [60_000, 60_000, 60_000, 60_000, 60_000, 60_000]

test('the squared excesses of the quarter hours of a bill are summed by period', async () => {
  const { contract, read } = await insertBill(sixty)
  await insertDays(contract)
  // The root of 30² + 40² is 50.
  expect(await read()).toEqual(['0', '0', '50', '0', '0', '10'])
})

test.each<[reason: string, powers: number[], days: (contract: CreatedContract) => Promise<void>]>([
  ['without a curve', sixty, async () => {}],
  ['with hours only', sixty, (contract) => insertDays(contract, { stepMinutes: 60 })],
  ['with a quarter hour that is missing', sixty, (contract) => insertDays(contract, { missing: true })],
  ['of up to 50 kW, which is billed by its highest power', sixty.map(() => 50_000), (contract) => insertDays(contract)],
])('nothing is told of a supply %s', async (_, powers, days) => {
  const { contract, read } = await insertBill(powers)
  await days(contract)
  expect(await read()).toBeNull()
})

test('nothing is told where the power changed within the bill', async () => {
  const { contract, read } = await insertBill(sixty)
  await insertDays(contract)
  await sql`
    insert into contract_power (customer_id, contract_id, from_day, power_watts, is_exact)
    values (${customerId}, ${contract.contractId}, '2026-09-02', ${sixty.map((watts) => watts + 1_000)}, true)`.execute(
    portal.context.db,
  )
  expect(await read()).toBeNull()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCurveDays, insertCustomer, insertInvoice } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { recountTotals } from '#domains/consumption/server/totals/recount-totals.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { loadBillFacts } from './load-bill-facts.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T12:00:00Z') })
})
afterAll(() => portal.close())

/** A bill of the first two days of September, a Tuesday and a Wednesday, with a kWh in each hour. */
async function insertBill({ isDynamic }: { isDynamic: boolean }) {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const { product_id } = await db
    .insertInto('product')
    .values({ name: `Dynamic ${isDynamic}`, energy: 'electricity', is_dynamic: isDynamic })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  const contract = await insertContract(db, { customerId, product_id, starts_on: '2025-01-01' })
  await insertCurveDays(
    db,
    daysFrom('2026-09-01', '2026-09-02').map((day) => ({
      ...{ supply_point_id: contract.supplyPointId, day, source: 'P1D', step_minutes: 60 },
      ...{ import_wh: Array(24).fill(1_000), import_period_wh: [8_000, 8_000, 8_000] },
    })),
  )
  while (await recountTotals(db));
  const invoiceId = await insertInvoice(db, { contract, starts_on: '2026-09-01', ends_on: '2026-09-02' })
  return async () => {
    const [known] = await loadBillFacts(db, [{ customerId, invoiceId }])
    return known!.facts.metered.map(({ marketEur }) => marketEur)
  }
}

function publish(day: string) {
  const cents_per_mwh = Array.from({ length: 24 }, (_, hour) => (hour < 8 ? 2_000 : 10_000))
  return portal.context.db.insertInto('spot_price').values({ day, cents_per_mwh }).execute()
}

test('a bill that follows the market is known with what its hours cost there, once every day is published', async () => {
  const dynamic = await insertBill({ isDynamic: true })
  const fixed = await insertBill({ isDynamic: false })
  await publish('2026-09-01')
  expect(await dynamic()).toEqual([null])
  await publish('2026-09-02')
  const [eur] = await dynamic()
  // Sixteen hours each of P1 and P2 at 0.10 euros, and of P3 at 0.02.
  expect(eur!.map((each) => Number(each.toFixed(6)))).toEqual([1.6, 1.6, 0.32])
  expect(await fixed()).toEqual([undefined])
})

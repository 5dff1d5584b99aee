import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSmallDemo, type DemoEnvironment } from '#db/demo/demo-testing.ts'
import { checkInvoices } from './check-invoices.ts'
import type { InvoiceId } from './load-bill-facts.ts'

const now = new Date('2026-11-20T12:00:00Z')
let ground: DemoEnvironment
beforeAll(async () => {
  ground = await createSmallDemo()
})
afterAll(() => ground.close())

async function readKeys(condition = sql`true`): Promise<(InvoiceId & { number: string })[]> {
  const { rows } = await sql<InvoiceId & { number: string }>`
    select customer_id as "customerId", invoice_id as "invoiceId", number from invoice where ${condition}
    order by invoice_id`.execute(ground.db)
  return rows
}

describe('the bills of the demo', () => {
  test('raise no alarm, except one with a wrong power and one whose curve was corrected later, named on their lines', async () => {
    const keys = await readKeys()
    const checked = await checkInvoices(ground.db, keys, now)
    expect(checked.map(({ invoiceId }) => invoiceId)).toEqual(keys.map(({ invoiceId }) => invoiceId))
    const wrong = checked.filter(({ check }) => check.state === 'wrong')
    const faults = wrong.map(({ check }) => check.lines.filter(({ state }) => state === 'wrong'))
    const named = faults.map(
      (lines) => new Set(lines.flatMap((line) => line.faults.map((fault) => [line.kind, fault].join(' ')))),
    )
    expect(named).toEqual([new Set(['power power']), new Set(['energy quantity'])])
    expect(wrong.map(({ check }) => check.meter?.correctedOn)).toEqual([undefined, '2026-10-15'])
    const right = checked.filter(({ check }) => check.state === 'right').length
    expect(right / checked.length).toBeGreaterThan(0.8)
  })

  test('cannot be told where hours of their curve are estimated, nor what one charges that earlier ones lacked', async () => {
    const checked = await checkInvoices(ground.db, await readKeys(), now)
    const reasons = checked.flatMap(({ check }) => check.lines.flatMap(({ unknown }) => unknown))
    // What a bill charges later for earlier ones only the retailer knows.
    expect(new Set(reasons)).toEqual(new Set(['curve_estimated', 'no_source']))
  })

  test('are checked once for the same facts, and again after a price or a day of the curve has changed', async () => {
    const [key] = await readKeys(sql`energy = 'electricity' and rectificative_type = 'N'`)
    const check = async () => (await checkInvoices(ground.db, [key!], now))[0]!
    await check()
    expect((await check()).isNew).toBe(false)
    await ground.db
      .insertInto('regulated_figure')
      .values({ name: 'meter_rental_single_phase', valid_from: '2026-01-01', value: '0.05', source: 'A test' })
      .execute()
    const dearer = await check()
    expect([dearer.isNew, dearer.check.lines.find(({ kind }) => kind === 'meter')?.state]).toEqual([true, 'wrong'])
    await ground.db.deleteFrom('regulated_figure').where('source', '=', 'A test').execute()
    expect((await check()).isNew).toBe(true)
    await sql`
      update curve_day set missing_intervals = 1
      where (supply_point_id, day) = (
        select supply_point_id, invoice.starts_on from invoice join contract using (customer_id, contract_id)
        where invoice_id = ${key!.invoiceId})`.execute(ground.db)
    const incomplete = await check()
    expect([incomplete.isNew, incomplete.check.state]).toEqual([true, 'unknown'])
  })

  test('have the powers of each day of their contract', async () => {
    const { rows } = await sql<{ contract_id: number; customer_id: number }>`
      select customer_id, contract_id from contract where energy = 'electricity' limit 1`.execute(ground.db)
    const { contract_id, customer_id } = rows[0]!
    await sql`update contract set power_watts = '{3300,3300}' where contract_id = ${contract_id} and customer_id = ${customer_id}`.execute(
      ground.db,
    )
    const powers = await ground.db
      .selectFrom('contract_power')
      .where('contract_id', '=', contract_id)
      .orderBy('from_day')
      .select(['from_day', 'power_watts', 'is_exact'])
      .execute()
    expect(powers).toHaveLength(2)
    expect(powers[1]).toMatchObject({ power_watts: [3_300, 3_300], is_exact: false })
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import type { ContractsFileIn } from '#domains/contracts/server/import/contracts-file.ts'
import { importContracts } from '#domains/contracts/server/import-contracts.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { countHoursOf } from '#vocabulary/market-time.ts'
import { type EnergyTariff, energyPeriodAt, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import { readChart } from '../../api.ts'
import type { CurveDay } from '../../curve.ts'
import { writeCurveFile } from '../files/write-curve-file.ts'
import { importCurves } from '../import/import-curves.ts'
import { recountTotals } from './recount-totals.ts'

let portal: TestPortal
const db = () => portal.context.db
beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T12:00:00Z') })
})
afterAll(() => portal.close())

async function recountAll(daysPerTurn?: number) {
  while (await recountTotals(db(), daysPerTurn));
}

const firstDay = '2026-02-16'
// Across the end of a month, including weekends and no clock change.
const days = Array.from({ length: 24 }, (_, index) => addDays(firstDay, index))
const whAt = (day: MarketDay, hour: number) => Number(day.slice(8)) * 100 + hour

function curve(cups: string, of: readonly MarketDay[]): Promise<unknown> {
  const written = of.map(
    (day): CurveDay => ({
      ...{ cups, day, source: 'F5D', stepMinutes: 60, version: 0, invoice: null },
      importWh: Array.from({ length: countHoursOf(day, 'Europe/Madrid') }, (_, hour) => whAt(day, hour)),
      ...{ exportWh: null, reactiveVarh: null, quality: null },
    }),
  )
  async function* source() {
    yield Buffer.from([...writeCurveFile('F5D', written)].join(''))
  }
  return importCurves({ db: db(), source: source(), fileName: 'F5D_0031_9999_20260401.0', now: new Date('2026-04-01') })
}

type Terms = { tariff: EnergyTariff; province: string }

/** Returns the months summed hour by hour, as the expected value of this test. */
function months(of: readonly MarketDay[], termsOn: (day: MarketDay) => Terms): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const day of of) {
    const { tariff, province } = termsOn(day)
    for (let hour = 0; hour < 24; hour++) {
      const period = energyPeriodAt({ tariff, zone: zoneOfProvince(province), day, hour })
      const key = `${day.slice(0, 7)} P${period}`
      sums[key] = (sums[key] ?? 0) + whAt(day, hour)
    }
  }
  return sums
}

const used = (sums: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(sums)
      .filter(([, wh]) => wh > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

let number = 0

/** Creates a customer with imported curves, and reads their charts. */
async function createCustomerWithCurves() {
  number++
  const taxId = '99123456B'
  const cups = 'ES0031990000001001KK0F'
  const name = `RT${number}`
  const product = { energy: 'electricity' as const, name: 'CLARA' }
  const point = (provinceCode: string, provinceFrom?: MarketDay) => ({
    ...{ cups, energy: 'electricity' as const, street: 'Major, 1', postcode: '08001', city: 'Barcelona' },
    ...{ provinceCode, ...(provinceFrom && { provinceFrom }) },
  })
  const contract = (tariff: EnergyTariff, tariffFrom?: MarketDay) => ({
    ...{ name, customer: taxId, supplyPoint: cups, state: 'activa' as const, startsOn: '2025-01-01', product: 'CLARA' },
    ...{ tariff, ...(tariffFrom && { tariffFrom }) },
    powerWatts: tariff === '2.0TD' ? [4600, 4600] : Array(6).fill(20_000),
  })
  const tell = async (file: ContractsFileIn) => {
    const { refusals } = await importContracts(db(), file)
    expect(refusals).toEqual([])
  }
  await db().deleteFrom('curve_day').execute()
  await db().updateTable('contract').set({ state: 'baixa', starts_on: '2020-01-01', ends_on: '2020-01-02' }).execute()
  await tell({
    products: [product],
    customers: [{ taxId, name: 'Taller', fiscalAddress: 'Major, 1' }],
    supplyPoints: [point('52')],
  })
  // A change of province without a day holds for all days, so that nothing is left of the previous customer's provinces.
  await tell({ supplyPoints: [point('08')] })
  const chart = async (type: string) => {
    const row = await db().selectFrom('contract').where('name', '=', name).selectAll().executeTakeFirstOrThrow()
    const visitor = await portal.as(await insertUser(db(), { customerIds: [row.customer_id] }))
    const { curve } = await visitor.send(readChart, {
      params: { contractId: String(row.contract_id), type },
      query: { start: '2026-02-01', end: '2026-03-31' },
    })
    const sums: Record<string, number> = {}
    for (const [index, date] of curve.date.entries()) {
      const key = `${date.slice(0, 7)} ${curve.period[index]}`
      if (curve.activa[index]) sums[key] = (sums[key] ?? 0) + Math.round(curve.activa[index] * 1000)
    }
    return used(sums)
  }
  return { cups, name, point, contract, tell, chart }
}

describe('totals by tariff period', () => {
  test('are recomputed for a contract that is imported after its curves', async () => {
    const { cups, tell, contract, chart } = await createCustomerWithCurves()
    await curve(cups, days)
    await tell({ contracts: [contract('3.0TD')] })
    const expected = used(months(days, () => ({ tariff: '3.0TD', province: '08' })))
    await recountAll()
    expect(await chart('monthly')).toEqual(expected)
    expect(await chart('daily')).toEqual(expected)
    expect(await chart('hourly')).toEqual(expected)
  })

  test('keep the periods of the past when a power crosses 15 kW', async () => {
    const { cups, tell, contract, chart, name } = await createCustomerWithCurves()
    await tell({ contracts: [contract('2.0TD')] })
    await curve(cups, days)
    await tell({ contracts: [contract('3.0TD', '2026-03-02')] })
    await recountAll()
    const termsOn = (day: MarketDay): Terms => ({ tariff: day < '2026-03-02' ? '2.0TD' : '3.0TD', province: '08' })
    expect(await chart('monthly')).toEqual(used(months(days, termsOn)))
    expect(await chart('hourly')).toEqual(used(months(days, termsOn)))

    // Imported again without its day, the change stays; imported with an earlier day, it moves.
    await tell({ contracts: [contract('3.0TD')] })
    expect(await db().selectFrom('curve_recount').selectAll().execute()).toEqual([])
    await tell({ contracts: [contract('3.0TD', '2026-02-20')] })
    await recountAll()
    const moved = (day: MarketDay): Terms => ({ tariff: day < '2026-02-20' ? '2.0TD' : '3.0TD', province: '08' })
    expect(await chart('monthly')).toEqual(used(months(days, moved)))
    const row = await db().selectFrom('contract').where('name', '=', name).selectAll().executeTakeFirstOrThrow()
    const terms = db().selectFrom('contract_tariff').where('contract_id', '=', row.contract_id).orderBy('from_day')
    expect(await terms.select(['from_day', 'tariff']).execute()).toEqual([
      { from_day: '1900-01-01', tariff: '2.0TD' },
      { from_day: '2026-02-20', tariff: '3.0TD' },
    ])
  })

  test('are recomputed for a tariff that is corrected from its own day', async () => {
    const { cups, tell, contract, chart } = await createCustomerWithCurves()
    await tell({ contracts: [contract('2.0TD')] })
    await curve(cups, days)
    await tell({ contracts: [contract('6.1TD', '2026-03-02')] })
    await tell({ contracts: [contract('3.0TD', '2026-03-02')] })
    await recountAll()
    const termsOn = (day: MarketDay): Terms => ({ tariff: day < '2026-03-02' ? '2.0TD' : '3.0TD', province: '08' })
    expect(await chart('monthly')).toEqual(used(months(days, termsOn)))
  })

  test('keep their past for a tariff that changes without a day', async () => {
    const customerId = await insertCustomer(db())
    const made = await insertContract(db(), { customerId, starts_on: '2025-01-01' })
    await curve(made.cups, days)
    await db().updateTable('contract').set({ tariff: '3.0TD' }).where('contract_id', '=', made.contractId).execute()
    await recountAll()
    const { rows } = {
      rows: await db()
        .selectFrom('curve_day')
        .where('supply_point_id', '=', made.supplyPointId)
        .select('import_period_wh')
        .execute(),
    }
    expect(rows.every(({ import_period_wh }) => import_period_wh.length === 3)).toBe(true)
  })

  test('are corrected for all days of a wrong province, or from a given day on', async () => {
    const { cups, tell, contract, point, chart } = await createCustomerWithCurves()
    await tell({ contracts: [contract('3.0TD')] })
    await curve(cups, days)
    await tell({ supplyPoints: [point('52')] })
    await recountAll()
    expect(await chart('monthly')).toEqual(used(months(days, () => ({ tariff: '3.0TD', province: '52' }))))
    await tell({ supplyPoints: [point('07', '2026-03-03')] })
    await recountAll()
    const termsOn = (day: MarketDay): Terms => ({ tariff: '3.0TD', province: day < '2026-03-03' ? '52' : '07' })
    expect(await chart('monthly')).toEqual(used(months(days, termsOn)))
    expect(await chart('hourly')).toEqual(used(months(days, termsOn)))
  })

  test('resume an interrupted recount, and restart it if something changes meanwhile', async () => {
    const { cups, tell, contract, chart } = await createCustomerWithCurves()
    await curve(cups, days)
    await recountAll()
    await tell({ contracts: [contract('3.0TD')] })
    await recountTotals(db(), 5)
    const [begun] = await db().selectFrom('curve_recount').select('next_day').execute()
    expect(begun).toEqual({ next_day: addDays(firstDay, 5) })
    await tell({ contracts: [contract('6.1TD', '2025-01-01')] })
    await recountAll(5)
    expect(await chart('monthly')).toEqual(used(months(days, () => ({ tariff: '6.1TD', province: '08' }))))
    const before = await db().selectFrom('curve_day').selectAll().orderBy('day').execute()
    await tell({ contracts: [contract('6.1TD', '2025-01-02')] })
    await recountAll()
    expect(await db().selectFrom('curve_day').selectAll().orderBy('day').execute()).toEqual(before)
  })

  const day = fc.constantFrom(...days)
  const change = fc.oneof(
    fc.record({ of: fc.constant('tariff'), value: fc.constantFrom('2.0TD', '3.0TD', '6.1TD'), from: day }),
    fc.record({
      of: fc.constant('province'),
      value: fc.constantFrom('08', '07', '38', '51', '52'),
      from: fc.option(day),
    }),
    fc.record({ of: fc.constant('curves'), from: day, value: fc.constant('') }),
    fc.record({ of: fc.constant('turns'), from: fc.constant(null), value: fc.constantFrom('1', '2') }),
  )
  test('equal the sum of single hours after any changes in any order', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 8 }), async (changes) => {
        const { cups, tell, contract, point, chart } = await createCustomerWithCurves()
        const tariffs = new Map<MarketDay, EnergyTariff>(days.map((each) => [each, '2.0TD']))
        const provinces = new Map(days.map((each) => [each, '08']))
        let tariff: EnergyTariff = '2.0TD'
        let province = '08'
        const measuredDays = new Set<MarketDay>()
        await tell({ contracts: [contract(tariff)] })
        for (const { of, value, from } of changes) {
          if (of === 'tariff' && value !== tariff) {
            tariff = value as EnergyTariff
            for (const each of days) if (each >= from!) tariffs.set(each, tariff)
            await tell({ contracts: [contract(tariff, from!)] })
          }
          if (of === 'province' && value !== province) {
            province = value
            for (const each of days) if (from === null || each >= from) provinces.set(each, value)
            await tell({ supplyPoints: [point(value, from ?? undefined)] })
          }
          if (of === 'curves') {
            const some = days.filter((each) => each >= from!)
            for (const each of some) measuredDays.add(each)
            await curve(cups, some)
          }
          if (of === 'turns') for (let turn = 0; turn < Number(value); turn++) await recountTotals(db(), 7)
        }
        await recountAll(7)
        const termsOn = (each: MarketDay): Terms => ({ tariff: tariffs.get(each)!, province: provinces.get(each)! })
        const expected = used(months([...measuredDays], termsOn))
        expect(await chart('monthly')).toEqual(expected)
        expect(await chart('hourly')).toEqual(expected)
      }),
      {
        numRuns: 12,
        // Back to the previous province, from a day before the move away from it.
        examples: [
          [
            [
              { of: 'province', value: '52', from: null },
              { of: 'province', value: '08', from: '2026-03-10' },
              { of: 'curves', from: '2026-02-16', value: '' },
              { of: 'province', value: '52', from: '2026-03-05' },
            ],
          ],
        ],
      },
    )
  })
})

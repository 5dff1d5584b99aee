import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCurveDays,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { createAccessToken } from '#domains/access-tokens/api.ts'
import { anAccount, callWithoutSession } from '#domains/session/server/session-testing.ts'
import { computeElectricityBill } from '#vocabulary/bill-electricity.ts'
import { computeGasBill, type GasPrices } from '#vocabulary/bill-gas.ts'
import { addDays, addMonths, daysFrom, lastOfMonth } from '#vocabulary/day.ts'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import { energyPeriodAt } from '#vocabulary/tariff-periods.ts'
import { readBillForecast, readBillSoFar, readCurveCost } from '../api.ts'

let portal: TestPortal
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor
let customerId: number
let contract: CreatedContract

const prices = {
  powerPerKw: [
    { per: 'day' as const, eur: '0.09' },
    { per: 'day' as const, eur: '0.02' },
  ],
  energyEurPerKwh: ['0.20', '0.15', '0.10'],
  surplusEurPerKwh: null,
  discounts: {},
}

beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-10-21T10:00:00Z') })
  const { db } = portal.context
  customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId, starts_on: '2025-01-01' })
  const { product_id } = await db
    .selectFrom('contract')
    .where('contract_id', '=', contract.contractId)
    .select('product_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('product_price')
    .values({ product_id, tariff: '2.0TD', valid_from: '2025-01-01', prices: JSON.stringify(prices) })
    .execute()
  await insertInvoice(db, {
    ...{ contract, starts_on: '2026-09-01', ends_on: '2026-09-30', due_on: '2026-10-20' },
    ...{ amount_total_cents: billOf('2026-09-01', '2026-09-30').totalCents, content: JSON.stringify(september()) },
  })
  // A later bill that is held has not arrived.
  await insertInvoice(db, {
    ...{ contract, starts_on: '2026-10-01', ends_on: '2026-10-10', due_on: '2026-10-20', is_held: true },
  })
  await measure(contract, '2026-08-15', '2026-10-18')
  const userId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

/** Stores 500 Wh in each hour of some days. */
async function measure({ supplyPointId }: CreatedContract, first: string, last: string) {
  await insertCurveDays(
    portal.context.db,
    daysFrom(first, last).map((day) => ({
      ...{ supply_point_id: supplyPointId, day, source: 'P1D', step_minutes: 60, import_wh: Array(24).fill(500) },
      import_period_wh: periodsOf(day, 500),
    })),
  )
}

function periodsOf(day: string, wh: number): number[] {
  const sums = [0, 0, 0]
  for (let hour = 0; hour < 24; hour++)
    sums[energyPeriodAt({ tariff: '2.0TD', zone: 'peninsula', day, hour }) - 1]! += wh
  return sums
}

function billOf(firstDay: string, lastDay: string) {
  const energyWh = daysFrom(firstDay, lastDay)
    .map((day) => periodsOf(day, 500))
    .reduce((sums, day) => sums.map((wh, index) => wh + day[index]!))
  return computeElectricityBill(
    {
      ...{ firstDay, lastDay, dueDay: '2026-11-20', zone: 'peninsula', powerWatts: [4600, 4600], energyWh, prices },
      ...{ surplusWh: 0, chargesSocialBonusFunding: true, meter: 'single_phase', walletCents: 0 },
    },
    regulatedPrices,
  )
}

/** What the bill of September says of itself. */
function september() {
  const { lines } = billOf('2026-09-01', '2026-09-30')
  const terms = { powerWatts: [4600, 4600], tariff: '2.0TD', productName: 'Tarifa' }
  return { lines, ...terms, energyWhByPeriod: [0, 0, 0], surplusWh: 0 }
}

const of = (id: number | string) => ({ params: { id: String(id) } })

describe('the bill so far', () => {
  test('is the bill of the measured days since the last one, with the taxes of the day when it falls due', async () => {
    const bill = billOf('2026-10-01', '2026-10-18')
    const soFar = (await anna.send(readBillSoFar, of(contract.contractId))).bill!
    expect(soFar).toMatchObject({
      ...{ start_date: '2026-10-01', end_date: '2026-10-18', days: 18, due_date: '2026-11-20' },
      ...{ amount_total: bill.totalCents / 100, energy: 216, missing_hours: 0, estimated_hours: 0, left_out: [] },
    })
    expect(soFar.lines.map(({ kind, amount }) => [kind, amount])).toEqual(
      bill.lines.map(({ kind, amountCents }) => [kind, amountCents / 100]),
    )
  })

  test('counts hours without a value as missing', async () => {
    const { db } = portal.context
    const own = await insertContract(db, { customerId, starts_on: '2026-10-17' })
    await insertCurveDays(db, [
      {
        ...{ supply_point_id: own.supplyPointId, day: '2026-10-18', source: 'P1D', step_minutes: 60 },
        ...{ import_wh: [...Array(23).fill(500), null], import_period_wh: [0, 0, 11_500] },
      },
    ])
    expect((await anna.send(readBillSoFar, of(own.contractId))).bill).toMatchObject({
      ...{ start_date: '2026-10-17', end_date: '2026-10-18', days: 2, energy: 11.5, missing_hours: 25 },
    })
  })

  test('is for the holder, who may also only read, and for programs that may read bills', async () => {
    const statusOf = async (visitor: TestVisitor, id: number | string = contract.contractId) =>
      (await visitor.sendRaw(readBillSoFar, of(id))).statusCode
    expect(await statusOf(portal.anonymous)).toBe(401)
    expect(await statusOf(stranger)).toBe(404)
    expect(await statusOf(anna, 'another')).toBe(404)
    expect(await statusOf(annaReadonly)).toBe(200)
  })

  test.each<[string, () => Promise<CreatedContract>]>([
    ['price_unknown', () => insertContract(portal.context.db, { customerId, energy: 'gas', starts_on: '2025-01-01' })],
    ['no_curve', () => insertContract(portal.context.db, { customerId, starts_on: '2025-01-01' })],
    ['nothing_to_bill', () => insertContract(portal.context.db, { customerId })],
    [
      'price_unknown',
      async () => {
        const product = { name: 'Follows the market', energy: 'electricity', is_dynamic: true }
        const { db } = portal.context
        const { product_id } = await db
          .insertInto('product')
          .values(product)
          .returning('product_id')
          .executeTakeFirstOrThrow()
        await db
          .insertInto('product_price')
          .values({ product_id, tariff: '2.0TD', valid_from: '2025-01-01', prices: JSON.stringify(prices) })
          .execute()
        const own = await insertContract(db, { customerId, starts_on: '2025-01-01', product_id })
        await measure(own, '2025-01-01', '2025-01-02')
        return own
      },
    ],
    [
      'price_unknown',
      async () => {
        const own = await insertContract(portal.context.db, { customerId, starts_on: '2025-01-01', tariff: '3.0TD' })
        await measure(own, '2025-01-01', '2025-01-02')
        return own
      },
    ],
  ])('is none, and says why: %s', async (reason, create) => {
    const { contractId } = await create()
    for (const call of [readBillSoFar, readBillForecast]) {
      expect(await anna.send(call, of(contractId))).toEqual({ bill: null, no_bill_reason: reason })
    }
  })
})

describe('the forecast of a bill', () => {
  test('adds the days to come as those of the last weeks were', async () => {
    const { totalCents } = billOf('2026-10-01', '2026-10-31')
    const forecast = (await anna.send(readBillForecast, of(contract.contractId))).bill!
    expect(forecast).toMatchObject({
      ...{ start_date: '2026-10-01', end_date: '2026-10-31', due_date: '2026-11-20', reason: null },
      so_far: { end_date: '2026-10-18', amount: billOf('2026-10-01', '2026-10-18').totalCents / 100 },
      assumption: { measured_days: 56, needed_days: 28, year_before_days: 0, level: null, days_to_come: 13 },
    })
    // A clock change is in the days to come: its hour is one more.
    expect(forecast.forecast!.amount).toBeCloseTo(totalCents / 100, 0)
    expect(forecast.forecast!.lowest).toBeLessThan(forecast.forecast!.amount)
    expect(forecast.forecast!.highest).toBeGreaterThan(forecast.forecast!.amount)
  })

  test('says that it needs 28 measured days, and how many there are', async () => {
    const own = await insertContract(portal.context.db, { customerId, starts_on: '2026-10-01' })
    await measure(own, '2026-10-01', '2026-10-10')
    expect((await anna.send(readBillForecast, of(own.contractId))).bill).toMatchObject({
      ...{ forecast: null, reason: 'too_few_days', assumption: { measured_days: 10, needed_days: 28 } },
    })
  })

  test('is for the holder and for programs that may read bills', async () => {
    expect((await portal.anonymous.sendRaw(readBillForecast, of(contract.contractId))).statusCode).toBe(401)
    expect((await stranger.sendRaw(readBillForecast, of(contract.contractId))).statusCode).toBe(404)
    const owner = await portal.as(await anAccount(portal, { customerIds: [customerId] }))
    const statusWith = async (scope: 'invoices:read' | 'curves:read') => {
      const { token } = await owner.send(createAccessToken, { body: { name: 'Casa', scopes: [scope], days: 30 } })
      const headers = { authorization: `Bearer ${token}` }
      return (await callWithoutSession(portal, readBillForecast, of(contract.contractId), headers)).status
    }
    expect(await statusWith('invoices:read')).toBe(200)
    expect(await statusWith('curves:read')).toBe(403)
  })
})

describe('hourly prices', () => {
  const euros = (value: number) => Math.round(value * 100)

  /** A contract that follows the market, measured since August; cheap nights and dear days are published until the 20th. */
  async function createMarketContract(publishedUntil = '2026-10-20') {
    const { db } = portal.context
    marketContracts++
    const name = `Follows the market ${marketContracts}`
    const { product_id } = await db
      .insertInto('product')
      .values({ name, energy: 'electricity', is_dynamic: true })
      .returning('product_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('product_price')
      .values({ product_id, tariff: '2.0TD', valid_from: '2025-01-01', prices: JSON.stringify(added) })
      .execute()
    await db.deleteFrom('spot_price').execute()
    const cents_per_mwh = Array.from({ length: 24 }, (_, hour) => (hour < 8 ? 2_000 : 12_000))
    const days = daysFrom('2026-08-15', publishedUntil)
    await db
      .insertInto('spot_price')
      .values(days.map((day) => ({ day, cents_per_mwh })))
      .execute()
    const own = await insertContract(db, { customerId, starts_on: '2025-01-01', product_id })
    await measure(own, '2026-08-15', '2026-10-18')
    await insertInvoice(db, {
      ...{ contract: own, starts_on: '2026-09-01', ends_on: '2026-09-30', due_on: '2026-10-20' },
      content: JSON.stringify({ ...september(), productName: name }),
      amount_total_cents: billOf('2026-09-01', '2026-09-30').totalCents,
    })
    await db
      .updateTable('contract')
      .set({ starts_on: '2025-01-01' })
      .where('contract_id', '=', own.contractId)
      .execute()
    return own
  }
  let marketContracts = 0
  const added = { ...prices, energyEurPerKwh: ['0.08', '0.05', '0.02'] }
  // Every working day has eight hours of P1 and P2 each at 0.12, and its nights in P3 at 0.02; weekends and
  // the holiday of the 12th have P3 all day.
  const [working, free] = [11, 7]
  const market = [0.12, 0.12, (working * 8 * 0.02 + free * (8 * 0.02 + 16 * 0.12)) / (working * 8 + free * 24)]

  test('are those that the market published for the measured hours, and what the product adds', async () => {
    const { contractId } = await createMarketContract()
    const soFar = (await anna.send(readBillSoFar, of(contractId))).bill!
    expect([soFar.end_date, soFar.energy, soFar.missing_hours]).toEqual(['2026-10-18', 216, 0])
    const energy = soFar.lines.filter(({ kind }) => kind === 'energy')
    expect(energy.map(({ unit_price }) => Number(unit_price))).toEqual(
      market.map((eur, index) => Number((eur + Number(added.energyEurPerKwh[index])).toFixed(6))),
    )
  })

  test('are forecast with the use of the same days, and a wider band than fixed ones', async () => {
    const { contractId } = await createMarketContract()
    const [ofMarket, fixed] = await Promise.all(
      [contractId, contract.contractId].map(async (id) => (await anna.send(readBillForecast, of(id))).bill!),
    )
    expect(ofMarket!.assumption).toMatchObject({ basis: 'hours_and_market', measured_days: 56, market_level: null })
    expect(fixed!.assumption).toMatchObject({ basis: 'hours', market_level: null })
    const { amount, lowest, highest } = ofMarket!.forecast!
    expect(euros(lowest)).toBeLessThan(euros(amount))
    expect(highest - lowest).toBeGreaterThan(fixed!.forecast!.highest - fixed!.forecast!.lowest)
  })

  const curveCost = async (contractId: number, type: string, [start, end]: [string, string]) => {
    const input = { params: { id: String(contractId), type }, query: { start, end } }
    const { energy, ...reply } = await anna.send(readCurveCost, input)
    const costs = reply.date.map((_, index) => energy.map(({ cost }) => cost[index]).filter((cost) => cost !== null))
    return { ...reply, costs: costs.map((each) => each.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)), energy }
  }

  test.each([
    ['of a bill', '2026-09-06'],
    ['not billed yet', '2026-10-04'],
  ])('make each hour of the curve cost its own: a Sunday %s', async (_, sunday) => {
    const { contractId } = await createMarketContract()
    const { costs, follows_market } = await curveCost(contractId, 'hourly', [sunday, sunday])
    expect(follows_market).toBe(true)
    // All of the day is P3: half a kWh for 0.02 or 0.12 euros, and taxes.
    expect(costs[12]! - costs[3]!, '0.5 kWh × 0.10 × 1.0511 × 1.21').toBeCloseTo(0.063593, 4)
    expect(new Set(costs.map((euros) => euros.toFixed(6))).size, 'the night and the day').toBe(2)
  })

  test.each(['monthly', 'daily', 'hourly', 'quarter-hourly'])('sum by %s to the bills', async (type) => {
    const { contractId } = await createMarketContract()
    const billed = billOf('2026-09-01', '2026-09-30').totalCents / 100
    const soFar = (await anna.send(readBillSoFar, of(contractId))).bill!.amount_total
    const { costs, fixed } = await curveCost(contractId, type, ['2026-09-01', '2026-10-31'])
    const total = [...costs, ...fixed].reduce<number>((sum, euros) => sum + (euros ?? 0), 0)
    expect(Math.abs(total - billed - soFar)).toBeLessThan(0.05)
  })

  test('that are not published leave the energy of a day without cost, and a bill with the mean of its periods', async () => {
    const { contractId } = await createMarketContract('2026-10-16')
    const { energy, fixed } = await curveCost(contractId, 'daily', ['2026-10-17', '2026-10-17'])
    expect(energy.map(({ cost }) => cost[0]).filter((cost) => cost !== null)).toEqual([])
    expect(fixed[0]).toBeGreaterThan(0)
    await portal.context.db.deleteFrom('spot_price').where('day', '=', '2026-09-20').execute()
    const { costs, follows_market } = await curveCost(contractId, 'hourly', ['2026-09-06', '2026-09-06'])
    expect([follows_market, new Set(costs.map((euros) => euros.toFixed(6))).size]).toEqual([false, 1])
  })

  test('that are not published yet leave their hours out, and no forecast while they are too few', async () => {
    const { contractId } = await createMarketContract('2026-10-16')
    expect((await anna.send(readBillSoFar, of(contractId))).bill).toMatchObject({ energy: 192, missing_hours: 48 })
    await portal.context.db.deleteFrom('spot_price').where('day', '<', '2026-10-01').execute()
    expect((await anna.send(readBillForecast, of(contractId))).bill).toMatchObject({
      ...{ forecast: null, reason: 'price_unknown' },
    })
  })
})

describe('gas', () => {
  const gasPrices = {
    ...{ fixed: { per: 'day', eur: '0.20' }, variableEurPerKwh: '0.06', discounts: {} },
  }
  const winterly = (month: string) => (month >= '11' || month <= '03' ? 900 : 150)

  /** A contract that was read at the end of each month until September, in kWh. */
  async function createGasContract({ firstMonth = '2025-01-01' } = {}) {
    const { db } = portal.context
    const { product_id } = await db
      .insertInto('product')
      .values({ name: `Gas since ${firstMonth}`, energy: 'gas' })
      .returning('product_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('product_price')
      .values({ product_id, tariff: 'RL.1', valid_from: '2020-01-01', prices: JSON.stringify(gasPrices) })
      .execute()
    const own = await insertContract(db, { customerId, energy: 'gas', starts_on: firstMonth, product_id })
    let register_litres = 1_000_000
    const read = (day: string, energyWh: number | null) =>
      db
        .insertInto('gas_reading')
        .values({
          ...{ supply_point_id: own.supplyPointId, day, register_litres, energy_wh: energyWh },
          ...{ factor_kwh_per_m3: '11.5', calorific_kwh_per_m3: '11.7' },
        })
        .execute()
    await read(addDays(firstMonth, -1), null)
    for (let month = firstMonth; month < '2026-10-01'; month = addMonths(month, 1)) {
      const wh = winterly(month.slice(5, 7)) * 1_000
      register_litres += Math.round(wh / 11.5)
      await read(lastOfMonth(month), wh)
    }
    await insertInvoice(db, {
      ...{ contract: own, starts_on: '2026-09-01', ends_on: '2026-09-30', due_on: '2026-10-20' },
      content: JSON.stringify({ ...september(), lines: [], tariff: 'RL.1', powerWatts: [] }),
    })
    return { ...own, register_litres }
  }

  const gasBillOf = (lastDay: string, energyWh: number) =>
    computeGasBill(
      {
        ...{ firstDay: '2026-10-01', lastDay, dueDay: '2026-11-20', zone: 'peninsula', energyWh },
        prices: gasPrices as GasPrices,
      },
      regulatedPrices,
    ).totalCents / 100

  test('is billed until yesterday with what the same days used a year before, and forecast with a band', async () => {
    const { contractId } = await createGasContract()
    const soFar = (await anna.send(readBillSoFar, of(contractId))).bill!
    const usedWh = (150_000 / 31) * 20
    expect(soFar).toMatchObject({
      ...{ start_date: '2026-10-01', end_date: '2026-10-20', days: 20, due_date: '2026-11-20' },
      ...{ estimated_from: '2026-10-01', missing_hours: 0, amount_total: gasBillOf('2026-10-20', Math.round(usedWh)) },
    })
    expect(soFar.lines.map(({ kind }) => kind)).toEqual(['gas_fixed', 'gas_variable', 'hydrocarbon_tax', 'vat'])
    const { forecast, assumption, reason } = (await anna.send(readBillForecast, of(contractId))).bill!
    expect([forecast!.amount, reason]).toEqual([gasBillOf('2026-10-31', 150_000), null])
    expect(forecast!.lowest).toBeLessThan(forecast!.amount)
    expect(forecast!.highest).toBeGreaterThan(forecast!.amount)
    expect(assumption).toMatchObject({
      ...{ basis: 'readings', level: 1, year_before_days: 31, days_to_come: 31 },
      gas: { known_until: '2026-09-30', compared_periods: 6, own_reading: null },
    })
  })

  test('counts a reading of the customer by the conversion factor of the last month', async () => {
    const own = await createGasContract({ firstMonth: '2025-02-01' })
    const at = portal.context.clock()
    await portal.context.db
      .insertInto('support_case')
      .values({
        ...{ case_type: 'meter_reading', subject: 'Lectura', locale: 'es', state: 'being_processed' },
        ...{ opened_at: at, updated_at: at, customer_id: customerId, contract_id: own.contractId },
        reading: JSON.stringify({ day: '2026-10-14', amounts: [own.register_litres + 10_000] }),
      })
      .execute()
    const { bill } = await anna.send(readBillForecast, of(own.contractId))
    expect(bill).toMatchObject({
      so_far: { end_date: '2026-10-20', estimated_from: '2026-10-15' },
      assumption: { days_to_come: 17, gas: { own_reading: { date: '2026-10-14', volume: 10, factor: 11.5 } } },
    })
  })

  test('is not forecast without the same weeks of a year before, and says so', async () => {
    const { contractId } = await createGasContract({ firstMonth: '2026-03-01' })
    expect((await anna.send(readBillForecast, of(contractId))).bill).toMatchObject({
      ...{ forecast: null, reason: 'no_year_before', so_far: { end_date: null, amount: 0, estimated_from: null } },
      assumption: { basis: 'readings', needed_days: 28, gas: { known_until: '2026-09-30' } },
    })
    expect((await anna.send(readBillSoFar, of(contractId))).bill).toMatchObject({ days: 0, lines: [] })
  })

  test('is only told to its holder', async () => {
    const { contractId } = await createGasContract({ firstMonth: '2025-06-01' })
    for (const call of [readBillSoFar, readBillForecast])
      expect((await stranger.sendRaw(call, of(contractId))).statusCode).toBe(404)
  })
})

describe('what a contract cost', () => {
  const costOf = (type: string, query: { start?: string; end?: string } = {}, visitor = anna) =>
    visitor.sendRaw(readCurveCost, { params: { id: String(contract.contractId), type }, query })
  const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, each) => total + (each ?? 0), 0)

  test.each(['monthly', 'daily', 'hourly', 'quarter-hourly'])(
    'by %s is its bills and the bill so far',
    async (type) => {
      const { energy, fixed, not_billed_from } = (await costOf(type, { start: '2026-09-01', end: '2026-10-31' })).json()
      const total = sum(fixed) + sum(energy.map(({ cost }: { cost: number[] }) => sum(cost)))
      const billed = billOf('2026-09-01', '2026-09-30').totalCents + billOf('2026-10-01', '2026-10-18').totalCents
      // Bills round each line to the cent.
      expect(Math.abs(total - billed / 100)).toBeLessThan(0.05)
      expect(not_billed_from).toBe('2026-10-01')
      expect(energy.map(({ period }: { period: string }) => period).filter(Boolean)).toEqual(['P1', 'P2', 'P3'])
    },
  )

  test('of a day that has neither bill nor data is not known', async () => {
    const { energy, fixed, date } = (await costOf('daily', { start: '2026-10-18', end: '2026-10-19' })).json()
    expect([date.length, fixed[0] > 0, fixed[1]]).toEqual([2, true, null])
    for (const { cost } of energy) expect(cost[1]).toBeNull()
  })

  test('is for its holder, in a range of days, and of what has curves', async () => {
    const answer = async (...[type, query, visitor]: Parameters<typeof costOf>) =>
      (await costOf(type, query, visitor)).statusCode
    expect(await answer('daily', {}, portal.anonymous)).toBe(401)
    expect(await answer('daily', {}, stranger)).toBe(404)
    expect(await answer('daily', {}, annaReadonly)).toBe(200)
    const refusal = async (type: string, query = {}) => {
      const refused = await costOf(type, query)
      return [refused.statusCode, refused.json().error.code]
    }
    expect(await refusal('weekly')).toEqual([404, 'cch_type_unknown'])
    expect(await refusal('daily', { start: '2026-10-31', end: '2026-10-01' })).toEqual([400, 'cch_invalid_date'])
    expect(await refusal('monthly', { start: '2018-01-01', end: '2026-10-01' })).toEqual([400, 'cch_invalid_date'])
    const gas = await insertContract(portal.context.db, { customerId, energy: 'gas' })
    const ofGas = await anna.sendRaw(readCurveCost, {
      params: { id: String(gas.contractId), type: 'daily' },
      query: {},
    })
    expect([ofGas.statusCode, ofGas.json().error.code]).toEqual([409, 'no_curve'])
  })
})

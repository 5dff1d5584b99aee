import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDemo } from '#db/demo/create-demo.ts'
import { type DemoEnvironment, openDemoEnvironment, smallDemo } from '#db/demo/demo-testing.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { localHourOf } from '#vocabulary/market-time.ts'
import { compareYear, findComparedContract } from './own-year.ts'

// The demo houses with panels, recomputed from their curves independently, hour by hour and month by month.

const today = '2026-11-20'

let ground: DemoEnvironment
beforeAll(async () => {
  ground = await openDemoEnvironment()
  await createDemo({ ...ground, ...smallDemo, months: 14 })
}, 300_000)
afterAll(() => ground.close())

test.each([
  ['0049077', 5.75],
  ['0049078', 3.45],
])('ranks the product that pays for surplus first for the house of contract %s', async (name, kw) => {
  const { db } = ground
  const { customer_id, cups } = await db
    .selectFrom('contract')
    .where('name', '=', name)
    .select(['customer_id', 'cups'])
    .executeTakeFirstOrThrow()
  const contract = (await findComparedContract(db, { customerIds: [customer_id], name, today }))!
  const year = await compareYear(db, contract, { today, now: smallDemo.now, locale: 'es' })
  if (typeof year === 'string') throw new Error(year)

  const months = await monthsByHand(cups, year.start!, year.end!)
  const byHand = await Promise.all(
    year.products.map(async ({ id, name }) => ({ name, total_amount: yearByHand(months, kw, await pricesOf(id)) })),
  )
  expect(year.products.map(({ name, total_amount }) => ({ name, total_amount }))).toEqual(byHand)
  // Without the roof, the cheapest of the products that pay nothing for surplus would come first.
  const [best, second] = byHand.toSorted((one, other) => one.total_amount - other.total_amount)
  expect([best!.name, second!.name]).toEqual(['Tarifa Solar', 'Tarifa Verda'])
  expect(second!.total_amount - best!.total_amount).toBeGreaterThan(80)
  expect(year.products[1]!.difference).toBeCloseTo(second!.total_amount - best!.total_amount, 2)
})

/** `funded` has the number of days at each price of the social bonus, since each price is a line of its own. */
type MonthByHand = { days: number; funded: Map<number, number>; kwh: [number, number, number]; surplusKwh: number }

/** Returns every calendar month of the year, billed as many days later as the curve ends before today. */
async function monthsByHand(cups: string, start: string, end: string): Promise<MonthByHand[]> {
  const { rows } = await sql<{ day: string; step: number; used: number[]; fed: number[] }>`
    select day::text, step_minutes as step, import_wh as used, export_wh as fed
    from curve_day join supply_point using (supply_point_id)
    where cups20 = ${cups.slice(0, 20)} and day between ${start} and ${end} order by day`.execute(ground.db)
  expect(rows).toHaveLength(365)
  const months = new Map<string, MonthByHand>()
  const later = (Date.parse(today) - Date.parse(end)) / msPerDay
  for (const { day, step, used, fed } of rows) {
    const month = months.get(day.slice(0, 7)) ?? { days: 0, funded: new Map(), kwh: [0, 0, 0], surplusKwh: 0 }
    months.set(day.slice(0, 7), month)
    month.days += 1
    const price = fundingOf(new Date(Date.parse(day) + later * msPerDay).toISOString().slice(0, 10))
    month.funded.set(price, (month.funded.get(price) ?? 0) + 1)
    for (const [index, wh] of used.entries()) {
      month.kwh[periodOf(day, localHourOf(day, index, step as 15 | 60, 'Europe/Madrid'))] += wh / 1000
      month.surplusKwh += fed[index]! / 1000
    }
  }
  return [...months.values()]
}

/**
 * Returns the period of an hour: peak from 10 to 14 and 18 to 22, valley at night, on weekends and on national holidays
 * with a fixed date (Circular 3/2020).
 */
function periodOf(day: string, hour: number): 0 | 1 | 2 {
  const weekday = new Date(day).getUTCDay()
  const holidays = ['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25']
  if (hour < 8 || weekday === 0 || weekday === 6 || holidays.includes(day.slice(5))) return 2
  return (hour >= 10 && hour < 14) || (hour >= 18 && hour < 22) ? 0 : 1
}

/** Returns euros per day: bills of 2025, TED/1524/2025 and TED/634/2026. */
function fundingOf(day: string): number {
  if (day < '2026-01-01') return 0.012742
  return day < '2026-06-26' ? 0.019121 : 0.024688
}

async function pricesOf(productId: number): Promise<ElectricityPrices> {
  const row = await ground.db
    .selectFrom('product_price')
    .where('product_id', '=', productId)
    .where('tariff', '=', '2.0TD')
    .where('valid_from', '=', '2026-01-01')
    .select('prices')
    .executeTakeFirstOrThrow()
  return row.prices as unknown as ElectricityPrices
}

/**
 * Returns the cost in euros of a year of bills: each pays for surplus up to its own energy, and the rest pays for the
 * following bills.
 */
function yearByHand(months: readonly MonthByHand[], kw: number, prices: ElectricityPrices): number {
  const [power1, power2] = prices.powerPerKw.map(({ eur }) => cut(Number(eur) / 365, 6)) as [number, number]
  let wallet = 0
  let total = 0
  for (const { days, funded, kwh, surplusKwh } of months) {
    const funding = [...funded].reduce((sum, [price, count]) => sum + cents(price * count), 0)
    const power = cents(kw * days * power1) + cents(kw * days * power2)
    const full = kwh.reduce((sum, each, index) => sum + cents(cut(each, 3) * Number(prices.energyEurPerKwh[index])), 0)
    const energy = full - cents((full * Number(prices.discounts.energy ?? 0)) / 10_000)
    const earned = cents(cut(surplusKwh, 3) * Number(prices.surplusEurPerKwh ?? 0))
    const base = power + energy - Math.min(earned, energy) + funding
    const used = kwh.reduce((sum, each) => sum + each, 0)
    const special = Math.max(cents((base / 100) * 0.0511269632), cents(used / 1000))
    const taxed = base + special + cents(days * 0.02663)
    const charged = taxed + cents((taxed / 100) * 0.21)
    const paid = Math.min(wallet, charged)
    wallet += Math.max(0, earned - energy) - paid
    total += charged - paid
  }
  return total / 100
}

function cents(euros: number): number {
  return Math.round(cut(euros * 100, 6))
}

function cut(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}

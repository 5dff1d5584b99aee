import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { StoredDay } from '#domains/consumption/curve.ts'
import { findContractPoint, readDays } from '#domains/consumption/server/curve/curve-queries.ts'
import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import type { ReplyIn } from '#kit/call.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { dayCount, type MarketDay } from '#vocabulary/day.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { decimalFromCents } from '#vocabulary/money.ts'
import { type EnergyTariff, energyPeriodCount, type TariffZone } from '#vocabulary/tariff-periods.ts'
import type { readDynamicMonth } from '../api.ts'
import { calculateOfferedElectricityBill } from '../offered-bill.ts'
import { spreadEvenlyByPeriod } from '../rules.ts'
import { eurPerKwh, marketCostOf, pricesWithMarket } from './market-cost.ts'
import { resolveYear } from './resolve-year.ts'
import { findLastSpotMonth, type SpotMonth } from './spot-price-store.ts'

type Day = Pick<StoredDay, 'day' | 'stepMinutes' | 'importWh'>

type DynamicSupply = {
  cups20: string | null
  postcode: string | null
  statedKwh: number | null
  tariff: EnergyTariff
  powerWatts: readonly number[]
  /** The prices of the product, without those of the market. */
  prices: ElectricityPrices
  /** The holders of the user, whose curve is read if the supply is theirs. */
  customerIds: readonly number[]
  today: MarketDay
}

type Estimate = ReplyIn<typeof readDynamicMonth>['estimate']
type MonthEnergy = { basis: NonNullable<Estimate>['basis']; zone: TariffZone; energyWh: number[]; marketEur: number[] }

/**
 * Estimates the bill of the last whole month with a product that follows the market (Real Decreto 88/2026, art. 13.n): on
 * the hours of the user's own meter, else on a twelfth of the year spread evenly over them. Null where the market or the
 * consumption is not known.
 */
export async function estimateDynamicMonth(db: Database, supply: DynamicSupply): Promise<Estimate> {
  const month = await findLastSpotMonth(db, supply.today)
  if (!month) return null
  const energy = (await readOwnMonth(db, supply, month)) ?? (await spreadMonth(db, supply, month))
  if (!energy) return null
  const { basis, zone, energyWh } = energy
  const { firstDay, lastDay } = month
  const prices = {
    ...supply.prices,
    energyEurPerKwh: pricesWithMarket(supply.prices.energyEurPerKwh, energy),
  }
  const billed = { firstDay, lastDay, zone, powerWatts: supply.powerWatts, energyWh }
  const bill = calculateOfferedElectricityBill(billed, prices, await loadRegulatedPrices(db))
  if (!bill) return null
  const all = [...month.prices.values()].flat()
  return {
    ...{ month: firstDay.slice(0, 7), basis, amount: Number(decimalFromCents(bill.totalCents)) },
    kwh: Math.round(Number(kwhFromWh(energyWh.reduce((sum, wh) => sum + wh, 0)))),
    ...{ low: eurPerKwh(Math.min(...all)), high: eurPerKwh(Math.max(...all)) },
  }
}

/** Returns the month of the user's own meter; undefined where the supply is not theirs, or more than a day is missing. */
async function readOwnMonth(db: Database, supply: DynamicSupply, month: SpotMonth): Promise<MonthEnergy | undefined> {
  const { cups20, customerIds, tariff } = supply
  if (cups20 === null || customerIds.length === 0) return undefined
  const contract = await db
    .selectFrom('contract')
    .where(isOneOf('customer_id', customerIds))
    .where(sql<boolean>`left(cups, 20) = ${cups20}`)
    .orderBy('starts_on', 'desc')
    .select('contract_id')
    .executeTakeFirst()
  const point =
    contract && (await findContractPoint(db, { customerIds: [...customerIds], contractId: contract.contract_id }))
  if (!point) return undefined
  const days = await readDays(db, { point, range: { start: month.firstDay, end: month.lastDay } })
  if (days.length < dayCount(month.firstDay, month.lastDay) - 1) return undefined
  return { basis: 'curve', zone: point.zone, ...weighDays(days, month, { tariff, zone: point.zone }) }
}

/** Returns a twelfth of the year that is known or stated, in hours of equal consumption within each period. */
async function spreadMonth(db: Database, supply: DynamicSupply, month: SpotMonth): Promise<MonthEnergy | undefined> {
  const year = await resolveYear(db, { ...supply, energy: 'electricity' })
  if (typeof year === 'string') return undefined
  const { tariff } = supply
  const { zone, basis } = year
  const total = year.energyWh.reduce((sum, wh) => sum + wh, 0)
  const isByPeriod = year.energyWh.length === energyPeriodCount(tariff)
  const ofYear = isByPeriod ? year.energyWh : spreadEvenlyByPeriod({ ...year, tariff }, total)
  const even = weighDays(evenDays(month), month, { tariff, zone })
  const energyWh = ofYear.map((wh) => Math.round(wh / 12))
  const marketEur = energyWh.map((wh, period) => (even.marketEur[period]! * wh) / (even.energyWh[period] || 1))
  return { basis, zone, energyWh, marketEur }
}

/** Returns the days of a month with the same energy in each hour. */
function evenDays({ prices }: SpotMonth): Day[] {
  return [...prices].map(([day, { length }]) => {
    const hours = length > 25 ? length / 4 : length
    return { day, stepMinutes: 60 as const, importWh: new Array<number>(hours).fill(1_000) } satisfies Day
  })
}

/** Sums the energy of days by period, with what it costs at the market in euros. */
function weighDays(days: readonly Day[], { prices }: SpotMonth, terms: { tariff: EnergyTariff; zone: TariffZone }) {
  const energyWh = new Array<number>(energyPeriodCount(terms.tariff)).fill(0)
  const marketEur = [...energyWh]
  for (const day of days) {
    const market = marketCostOf(day, prices, terms)
    if (!market) continue
    const values = { ...day, importWh: [...day.importWh], exportWh: null, reactiveVarh: null }
    for (const [period, wh] of computeDayTotals(values, terms).importPeriodWh.entries()) energyWh[period]! += wh
    for (const [period, eur] of market.entries()) marketEur[period]! += eur
  }
  return { energyWh, marketEur }
}

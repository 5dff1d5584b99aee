import type { StoredDay } from '#domains/consumption/curve.ts'
import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { formatFixedDecimal } from '#vocabulary/decimal.ts'
import { countHoursOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import { type EnergyTariff, type TariffZone, timeZoneOfTariffZone } from '#vocabulary/tariff-periods.ts'

/** Day-ahead prices by market day, in cents per MWh: one per hour or quarter of an hour. */
export type MarketPrices = ReadonlyMap<MarketDay, readonly number[]>

/**
 * Returns the market price of each of `count` intervals of a day in cents per MWh: the mean of the quarters of its hour, or the
 * price of its hour. Undefined where they are not published.
 */
export function marketPricesOn(
  day: MarketDay,
  prices: MarketPrices,
  { count, timeZone }: { count: number; timeZone: MarketTimeZone },
): number[] | undefined {
  const spot = timeZone === 'Europe/Madrid' ? prices.get(day) : canaryPrices(day, prices)
  return spot && Array.from({ length: count }, (_, index) => priceAt(spot, index, count))
}

/**
 * A day of the Canary Islands begins and ends an hour after that of the market. Until the prices of the next day are
 * published, its last hour is as the one before.
 */
function canaryPrices(day: MarketDay, prices: MarketPrices): readonly number[] | undefined {
  const today = prices.get(day)
  if (!today) return undefined
  const tomorrow = prices.get(addDays(day, 1))
  const perHour = today.length / countHoursOf(day, 'Europe/Madrid')
  const lastHour = tomorrow
    ? tomorrow.slice(0, tomorrow.length / countHoursOf(addDays(day, 1), 'Europe/Madrid'))
    : today.slice(-perHour)
  const asToday = Array.from({ length: perHour }, (_, index) => priceAt(lastHour, index, perHour))
  return [...today.slice(perHour), ...asToday]
}

function priceAt(spot: readonly number[], index: number, count: number): number {
  const from = Math.floor((index * spot.length) / count)
  const until = Math.max(from + 1, Math.floor(((index + 1) * spot.length) / count))
  const within = spot.slice(from, until)
  return within.reduce((sum, cents) => sum + cents, 0) / within.length
}

type Terms = { tariff: EnergyTariff; zone: TariffZone }

/**
 * Returns what the energy of a day costs at the market in euros by tariff period, P1 first, without what a product adds.
 * Undefined where its prices are not published.
 */
export function marketCostOf(
  day: Pick<StoredDay, 'day' | 'stepMinutes' | 'importWh'>,
  prices: MarketPrices,
  terms: Terms,
): number[] | undefined {
  const { importWh } = day
  const spot = marketPricesOn(day.day, prices, {
    count: importWh.length,
    timeZone: timeZoneOfTariffZone(terms.zone),
  })
  if (!spot) return undefined
  const euros = importWh.map((wh, index) => ((wh ?? 0) / 1000) * eurPerKwh(spot[index]!))
  return computeDayTotals({ ...day, importWh: euros, exportWh: null, reactiveVarh: null }, terms).importPeriodWh
}

/** Converts cents per MWh. */
export function eurPerKwh(centsPerMwh: number): number {
  return centsPerMwh / 100_000
}

/** Returns the price of a kWh in each period: what a product adds and the mean of the market, weighed by the energy. */
export function pricesWithMarket(
  added: readonly string[],
  { energyWh, marketEur }: { energyWh: readonly number[]; marketEur: readonly number[] },
): string[] {
  return added.map((eur, index) => {
    const wh = energyWh[index] ?? 0
    const market = wh > 0 ? (marketEur[index]! * 1000) / wh : 0
    return formatFixedDecimal(Math.round((Number(eur) + market) * 1_000_000), 6)
  })
}

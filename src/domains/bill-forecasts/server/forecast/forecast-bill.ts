import type { MarketPrices } from '#domains/offers/server/market-cost.ts'
import type { ElectricityBill } from '#vocabulary/bill-electricity.ts'
import { daysFrom, type MarketDay } from '#vocabulary/day.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { NoForecastReason } from '../../bill-forecast.ts'
import type { DayProfile } from './day-profiles.ts'
import { add, forecastEnergy } from './forecast-energy.ts'
import type { BilledDays } from './next-bill-days.ts'
import { computeRunningBill, type PartEnergy, type RunningPart, type RunningSupply } from './running-bill.ts'
import { chooseForecastDays, minMeasuredDays } from './similar-days.ts'

/** What a bill will come to, with the band in which eight of ten would lie; in cents, before a wallet pays. */
export type BillForecast = {
  expected: Pick<ElectricityBill, 'totalCents'>
  lowCents: number
  highCents: number
  /** The days still to come or not measured. */
  daysToCome: number
  /** The measured days of the last eight weeks, and those around the same weeks a year before. */
  recentDays: number
  yearBeforeDays: number
  /** What the last weeks used compared with the year before; null where that was not measured. */
  level: number | null
  /** What the market costs compared with the year before, in the same way. */
  marketLevel: number | null
}

export type BillForecastInput = {
  supply: RunningSupply
  bill: BilledDays
  parts: readonly RunningPart[]
  /** The last day with data. */
  measuredUntil: MarketDay
  /** The energy that was measured on days of the bill, by part, and which days these are. */
  measured: readonly PartEnergy[]
  measuredDays: ReadonlySet<MarketDay>
  /** The days measured before, of this year and the year before. */
  profiles: readonly DayProfile[]
  /** The published prices of the market, where the supply follows it. */
  market: MarketPrices | null
  seed: string
}

/** Why there is no forecast, and how many of the days that it needs are known. */
export type NoForecast = { reason: NoForecastReason; recentDays: number; neededDays: number }

/** Forecasts the bill of a supply from what was measured. */
export function forecastBill(input: BillForecastInput, figures: RegulatedPrices): BillForecast | NoForecast {
  const { supply, bill, parts, measuredUntil, measured, measuredDays, profiles, market, seed } = input
  const days = chooseForecastDays(profiles, measuredUntil)
  const recentDays = days.recent.length
  if (recentDays < minMeasuredDays) return { reason: 'too_few_days', recentDays, neededDays: minMeasuredDays }
  const remaining = new Set(daysFrom(bill.firstDay, bill.lastDay).filter((day) => !measuredDays.has(day)))
  const forecast = forecastEnergy(days, { parts, remaining, zone: supply.zone, market, seed })
  const billOf = (energy: readonly PartEnergy[]) => {
    const whole = energy.map((each, index) => {
      const sum = { ...each, energyWh: [...each.energyWh], marketEur: [...each.marketEur] }
      add(sum, measured[index]!, 1)
      return sum
    })
    return computeRunningBill(supply, { parts, energy: whole, dueDay: bill.dueDay }, figures)
  }
  const [expected, low, high] = [billOf(forecast.expected), billOf(forecast.low), billOf(forecast.high)]
  if (!expected || !low || !high) return { reason: 'price_unknown', recentDays, neededDays: minMeasuredDays }
  return {
    ...{ expected, lowCents: low.totalCents, highCents: high.totalCents },
    ...{ daysToCome: remaining.size, recentDays, yearBeforeDays: days.yearBefore.length, level: days.level },
    marketLevel: days.marketLevel,
  }
}

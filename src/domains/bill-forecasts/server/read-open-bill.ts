import type { Database } from '#db/database.ts'
import type { StoredDay } from '#domains/consumption/curve.ts'
import { isPanelSource } from '#domains/consumption/merge-sources.ts'
import {
  type ContractPoint,
  findContractPoint,
  findDataSpan,
  readDays,
} from '#domains/consumption/server/curve/curve-queries.ts'
import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import { type MarketPrices, marketCostOf } from '#domains/offers/server/market-cost.ts'
import { findSpotPrices } from '#domains/offers/server/spot-price-store.ts'
import type { Bill } from '#vocabulary/bill.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { countHoursBetween } from '#vocabulary/market-time.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { NoBillReason } from '../bill-forecast.ts'
import type { OpenContract } from './find-open-contract.ts'
import { type DayProfile, profileOf } from './forecast/day-profiles.ts'
import { type BillForecast, forecastBill, type NoForecast } from './forecast/forecast-bill.ts'
import { type BilledDays, nextBillDays } from './forecast/next-bill-days.ts'
import {
  computeRunningBill,
  emptyEnergy,
  type PartEnergy,
  type RunningPart,
  type RunningSupply,
  splitIntoParts,
} from './forecast/running-bill.ts'
import { chooseForecastDays, minMeasuredDays, neededRanges } from './forecast/similar-days.ts'

/** The next bill of a contract with the days of it that were measured. */
export type OpenBill = {
  bill: BilledDays
  supply: RunningSupply
  parts: RunningPart[]
  point: ContractPoint
  /** The last day with data; before the bill's first day while none of its days has any. */
  measuredUntil: MarketDay
  /** The days with data; where the supply follows the market, those whose prices are published. */
  days: StoredDay[]
  /** The published prices of the market on the days of the bill, where the supply follows it. */
  market: MarketPrices | null
}

/** Reads the next bill of an electricity contract, or why there is none. */
export async function readOpenBill(db: Database, contract: OpenContract, now: Date): Promise<OpenBill | NoBillReason> {
  const { customerId, contractId, startsOn, endsOn, lastBill } = contract
  if (startsOn === null) return 'nothing_to_bill'
  const bill = nextBillDays({ last: lastBill, startsOn, endsOn })
  if (!bill) return 'nothing_to_bill'
  const point = await findContractPoint(db, { customerIds: [customerId], contractId })
  const span = point && (await findDataSpan(db, point, now))
  if (!point?.tariff || !span) return 'no_curve'
  const supply = contract.supplyOn(bill.lastDay)
  const parts = splitIntoParts(supply, bill)
  if (!parts) return 'price_unknown'
  const measuredUntil = span.end < bill.lastDay ? span.end : bill.lastDay
  const read = await readUsedDays(db, point, bill.firstDay, measuredUntil)
  const market = supply.followsMarket ? await findSpotPrices(db, bill) : null
  const days = read.filter(({ day }) => isPriced(day, market))
  if (days.length === 0 && read.length > 0) return 'price_unknown'
  return { bill, supply, parts, point, measuredUntil, days, market }
}

function isPriced(day: MarketDay, market: MarketPrices | null): boolean {
  return market === null || market.has(day)
}

async function readUsedDays(
  db: Database,
  point: ContractPoint,
  start: MarketDay,
  end: MarketDay,
): Promise<StoredDay[]> {
  if (start > end) return []
  const days = await readDays(db, { point, range: { start, end } })
  return days.filter(({ source }) => !isPanelSource(source))
}

/** The bill of the days measured so far; without a bill while there is none. */
export type BillSoFar = {
  endDay: MarketDay | null
  bill: Bill | null
  energy: TotalEnergy
  missingHours: number
  estimatedHours: number
  /** From this day on the gas is estimated, as nobody has read the meter since; null where all was measured. */
  estimatedFrom: MarketDay | null
}

type TotalEnergy = Pick<PartEnergy, 'energyWh' | 'surplusWh'>

/** Computes the bill of the measured days of a bill: fixed terms by the day, and the taxes of the day when it falls due. */
export function computeBillSoFar(open: OpenBill, figures: RegulatedPrices): BillSoFar | 'price_unknown' {
  const { bill, supply, measuredUntil, days } = open
  const parts = open.parts
    .filter(({ firstDay }) => firstDay <= measuredUntil)
    .map((part) => ({ ...part, lastDay: part.lastDay < measuredUntil ? part.lastDay : measuredUntil }))
  const total: TotalEnergy = { energyWh: [], surplusWh: 0 }
  if (parts.length === 0)
    return { endDay: null, bill: null, energy: total, missingHours: 0, estimatedHours: 0, estimatedFrom: null }
  const energy = sumByPart(parts, days, open)
  const computed = computeRunningBill(supply, { parts, energy, dueDay: bill.dueDay }, figures)
  if (!computed) return 'price_unknown'
  for (const { energyWh, surplusWh } of energy) {
    for (const [index, wh] of energyWh.entries()) total.energyWh[index] = (total.energyWh[index] ?? 0) + wh
    total.surplusWh += surplusWh
  }
  return { endDay: measuredUntil, bill: computed, energy: total, estimatedFrom: null, ...countHours(open) }
}

function countHours({ bill, point, measuredUntil, days }: OpenBill) {
  const hoursOf = (isCounted: (day: StoredDay, index: number) => boolean) =>
    days.reduce(
      (sum, day) => sum + (day.importWh.filter((_, index) => isCounted(day, index)).length * day.stepMinutes) / 60,
      0,
    )
  const covered = hoursOf(({ importWh }, index) => importWh[index] !== null)
  return {
    missingHours: Math.max(0, countHoursBetween(bill.firstDay, measuredUntil, point.timeZone) - covered),
    estimatedHours: hoursOf(({ quality }, index) => quality?.[index] === 'E'),
  }
}

type Pricing = { supply: RunningSupply; market: MarketPrices | null }

function sumByPart(
  parts: readonly RunningPart[],
  days: readonly StoredDay[],
  { supply: { zone }, market }: Pricing,
): PartEnergy[] {
  return parts.map((part) => {
    const energy = emptyEnergy(part)
    for (const day of days) {
      if (day.day < part.firstDay || day.day > part.lastDay) continue
      const terms = { tariff: part.tariff, zone }
      const { importPeriodWh, exportPeriodWh } = computeDayTotals(day, terms)
      for (const [index, wh] of importPeriodWh.entries()) energy.energyWh[index]! += wh
      const marketEur = market && marketCostOf(day, market, terms)
      for (const [index, eur] of (marketEur ?? []).entries()) energy.marketEur[index]! += eur
      energy.surplusWh += (exportPeriodWh ?? []).reduce((sum, wh) => sum + wh, 0)
    }
    return energy
  })
}

/** Forecasts the whole bill from the days measured in the last eight weeks, and around the same weeks a year before. */
export async function forecastOpenBill(
  db: Database,
  open: OpenBill,
  { seed, figures }: { seed: string; figures: RegulatedPrices },
): Promise<BillForecast | NoForecast> {
  const { bill, supply, parts, point, measuredUntil, days, market } = open
  const ranges = neededRanges(measuredUntil, bill.lastDay)
  const history = await Promise.all(ranges.map(({ firstDay, lastDay }) => readUsedDays(db, point, firstDay, lastDay)))
  const earlier =
    market && new Map((await Promise.all(ranges.map((range) => findSpotPrices(db, range)))).flatMap((of) => [...of]))
  const complete = days.filter(({ importWh }) => importWh.every((wh) => wh !== null))
  const profilesWith = (prices: MarketPrices | null) =>
    history.flat().flatMap((day): DayProfile[] => {
      const profile = profileOf(day, point.timeZone, prices)
      return profile ? [profile] : []
    })
  const forecast = forecastBill(
    {
      ...{ supply, bill, parts, measuredUntil, market, seed },
      measured: sumByPart(parts, complete, open),
      measuredDays: new Set(complete.map(({ day }) => day)),
      profiles: profilesWith(earlier),
    },
    figures,
  )
  const lacksDays = market !== null && 'reason' in forecast && forecast.reason === 'too_few_days'
  const isMeasured = lacksDays && chooseForecastDays(profilesWith(null), measuredUntil).recent.length >= minMeasuredDays
  return isMeasured ? { ...forecast, reason: 'price_unknown' } : forecast
}

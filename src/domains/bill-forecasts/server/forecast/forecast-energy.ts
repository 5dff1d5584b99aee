import type { MarketPrices } from '#domains/offers/server/market-cost.ts'
import { daysFrom, type MarketDay } from '#vocabulary/day.ts'
import { countIntervalsOf, localHourOf } from '#vocabulary/market-time.ts'
import { seededRandom } from '#vocabulary/seeded-random.ts'
import { energyPeriodAt, type TariffZone, timeZoneOfTariffZone } from '#vocabulary/tariff-periods.ts'
import { type DayProfile, marketProfileOn } from './day-profiles.ts'
import { emptyEnergy, type PartEnergy, type RunningPart } from './running-bill.ts'
import { type ForecastDays, type SimilarDay, similarDaysOf } from './similar-days.ts'

/** How many times the days to come are drawn from the measured ones. */
const drawCount = 500
/** Eight of ten draws lie between these shares of all of them. */
const lowShare = 0.1
const highShare = 0.9
const daysOfWeek = 7
/** A share below 1, to choose the last of several. */
const lastShare = 1 - 1e-9
/**
 * How far the weeks of a draw lie from each other, as a share of the weeks to draw from, and how much a season may change
 * use that no year before shows: so that eight of ten bills of two years lie in the band (`npm run try-forecasts`).
 */
const nearbyShare = 0.25
const unknownSeasonShare = 0.14
/** How far the market may move from the weeks that are known, chosen in the same way. */
const unknownMarketShare = 0.35

/** The energy of the days to come by parts of the bill: as expected, and at both ends of the band. */
export type EnergyForecast = { expected: PartEnergy[]; low: PartEnergy[]; high: PartEnergy[] }

/**
 * Forecasts the energy of days by those that they may be like. The band is of 500 draws, ordered by what they cost. Each
 * takes its days by weeks that were measured near each other, so that what lasts (weather, guests, a habit) lasts in the
 * draws. The same seed gives the same band.
 */
export function forecastEnergy(
  days: ForecastDays,
  {
    parts,
    remaining,
    zone,
    market,
    seed,
  }: {
    parts: readonly RunningPart[]
    remaining: ReadonlySet<MarketDay>
    zone: TariffZone
    market: MarketPrices | null
    seed: string
  },
): EnergyForecast {
  const drawn = parts.flatMap((part, partIndex) =>
    daysFrom(part.firstDay, part.lastDay)
      .filter((day) => remaining.has(day))
      .map((day) => createDrawnDay(day, { part, partIndex, zone, market, days })),
  )
  const expected = parts.map(emptyEnergy)
  for (const each of drawn) addMean(expected[each.partIndex]!, each.pools)
  const random = seededRandom(seed)
  const draws = Array.from({ length: drawCount }, () => {
    const energy = parts.map(emptyEnergy)
    const kind: DrawnKind = {
      ...{ ofPool: random(), ofWeek: random() },
      factor: days.level === null ? 1 + (2 * random() - 1) * unknownSeasonShare : 1,
      marketFactor: market ? 1 + (2 * random() - 1) * unknownMarketShare : 1,
    }
    for (const week of weeksOf(drawn)) drawWeek(energy, week, { kind, random })
    return { energy, cost: costOf(energy, parts) }
  }).sort((one, other) => one.cost - other.cost)
  const at = (share: number) => draws[Math.round(share * (drawCount - 1))]!.energy
  return { expected, low: at(lowShare), high: at(highShare) }
}

/** A day to come, with the energy by period of each day that it may be like. */
type DrawnDay = { day: MarketDay; partIndex: number; pools: PartEnergy[][]; isPriced: boolean }

type DrawnDayOptions = {
  part: RunningPart
  partIndex: number
  zone: TariffZone
  market: MarketPrices | null
  days: ForecastDays
}

function createDrawnDay(day: MarketDay, { part, partIndex, zone, market, days }: DrawnDayOptions): DrawnDay {
  const timeZone = timeZoneOfTariffZone(zone)
  // Prices are published the day before, and use some days later.
  const published = market && marketProfileOn(day, market, timeZone)
  const hours = Array.from({ length: countIntervalsOf(day, 60, timeZone) }, (_, index) => {
    const hour = localHourOf(day, index, 60, timeZone)
    return { hour, period: energyPeriodAt({ tariff: part.tariff, zone, day, hour }) }
  })
  const energyOf = ({ profile, factor, marketFactor }: SimilarDay): PartEnergy => {
    const energy = emptyEnergy(part)
    for (const { hour, period } of hours) {
      const wh = profile.importWh[hour]! * factor
      const eurPerKwh = published?.[hour] ?? (profile.marketEur?.[hour] ?? 0) * marketFactor
      energy.energyWh[period - 1]! += wh
      energy.marketEur[period - 1]! += (wh / 1000) * eurPerKwh
      energy.surplusWh += exportOf(profile, hour)
    }
    return energy
  }
  const { recent, yearBefore } = similarDaysOf(day, days)
  return {
    ...{ day, partIndex, isPriced: published !== null },
    pools: [recent, yearBefore].filter((pool) => pool.length > 0).map((pool) => pool.map(energyOf)),
  }
}

// The sun shines as it did the year before, whatever is used.
function exportOf({ exportWh }: DayProfile, hour: number): number {
  return exportWh[hour]!
}

function weeksOf(drawn: readonly DrawnDay[]): DrawnDay[][] {
  return Array.from({ length: Math.ceil(drawn.length / daysOfWeek) }, (_, index) =>
    drawn.slice(index * daysOfWeek, (index + 1) * daysOfWeek),
  )
}

/** The kind of weeks of a draw: which year and which part of its weeks they are like, and by what they are multiplied. */
type DrawnKind = { ofPool: number; ofWeek: number; factor: number; marketFactor: number }

/** Adds the energy of a drawn week: all its days from one measured week, near the one that the draw is like. */
function drawWeek(
  energy: readonly PartEnergy[],
  week: readonly DrawnDay[],
  { kind: { ofPool, ofWeek, factor, marketFactor }, random }: { kind: DrawnKind; random: () => number },
) {
  const near = Math.min(lastShare, Math.max(0, ofWeek + (random() - 0.5) * nearbyShare))
  for (const { partIndex, pools, isPriced } of week) {
    const pool = pools[Math.floor(ofPool * pools.length)]!
    add(energy[partIndex]!, pool[Math.floor(near * pool.length)]!, factor, isPriced ? factor : factor * marketFactor)
  }
}

/** Adds the mean of each pool in equal shares. */
function addMean(energy: PartEnergy, pools: readonly PartEnergy[][]) {
  for (const pool of pools) for (const each of pool) add(energy, each, 1 / (pool.length * pools.length))
}

/** Adds the share of some energy to another, and the same or another share of its cost at the market. */
export function add(
  energy: PartEnergy,
  { energyWh, marketEur, surplusWh }: PartEnergy,
  share: number,
  ofMarket = share,
) {
  for (const [index, wh] of energyWh.entries()) energy.energyWh[index]! += wh * share
  for (const [index, eur] of marketEur.entries()) energy.marketEur[index]! += eur * ofMarket
  energy.surplusWh += surplusWh * share
}

/** What energy costs before taxes, to order draws by; surplus pays for no more than the energy. */
function costOf(energy: readonly PartEnergy[], parts: readonly RunningPart[]): number {
  let [used, paid] = [0, 0]
  for (const [index, { prices }] of parts.entries()) {
    const { energyWh, marketEur, surplusWh } = energy[index]!
    for (const [period, wh] of energyWh.entries()) used += wh * Number(prices.energyEurPerKwh[period] ?? 0)
    for (const eur of marketEur) used += eur * 1000
    paid += surplusWh * Number(prices.surplusEurPerKwh ?? 0)
  }
  return Math.max(0, used - paid)
}

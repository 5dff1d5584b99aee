import { addDays, addMonths, dayCount, daysFrom, type MarketDay } from '#vocabulary/day.ts'
import { seededRandom } from '#vocabulary/seeded-random.ts'
import type { NoForecastReason } from '../../bill-forecast.ts'
import { dailyWhOf, type KnownSpan } from './known-gas.ts'

/** The same day of the month: the gas of its month is known, not that of its weekday. */
const monthsOfYear = 12
/** Without the year before of some days, theirs is the mean of the others. */
const neededShare = 0.9
/** A meter that nobody has read for so long says too little about this year. */
const maxUnknownDays = 125
/** The days before, compared with the year before; with so many more of them the change counts half. */
const levelDays = 180
const halfLevelDays = 90
const minLevel = 0.5
const maxLevel = 2
/** A shorter span says little about a season. */
const minSpanDays = 20
/** Spans of a season with at most so many times the use, or so little of it, differ from the year before alike. */
const seasonFactor = 2.5
const drawCount = 500
const lowShare = 0.1
const highShare = 0.9
/**
 * How far the gas of a month may be from that of the year before by how uneven the months of the supply are, and for how
 * many of the months that were compared this counts: so that eight of ten bills lie in the band (`npm run try-forecasts`).
 */
const usualPerUnevenness = 1.6
const minUsual = 0.22
const maxUsual = 0.8
const usualCount = 4
const daysOfMonth = 30
/** Weather lasts some days: the mean of half as many days varies 1.4 times as much, that of a few no more than twice. */
const maxStretch = 2

/** The gas of days to come: the mean of each, and by how much all of it may be less or more. */
export type GasForecast = {
  dailyWh: ReadonlyMap<MarketDay, number>
  lowFactor: number
  highFactor: number
  /** What the last half year used compared with the year before, as far as it is counted. */
  level: number
  /** How many of the days are known of the year before. */
  yearBeforeDays: number
  /** How many months of this supply in a like season say by how much it differs from the year before. */
  comparedSpans: number
}

/** Why the gas of days to come cannot be told. */
export type NoGasForecast = { reason: NoForecastReason; yearBeforeDays: number; neededDays: number }

/**
 * Forecasts the gas of the days after the last span until a day. Each day uses what the same day did a year before, at the level
 * of this year. The band is of 500 draws of how much earlier months in a like season differed from the same forecast of
 * them. The same seed gives the same band.
 */
export function forecastGasEnergy(
  spans: readonly KnownSpan[],
  { after, until, seed }: { after: MarketDay; until: MarketDay; seed: string },
): GasForecast | NoGasForecast {
  const known = dailyWhOf(spans)
  const days = after < until ? daysFrom(addDays(after, 1), until) : []
  const neededDays = Math.ceil(days.length * neededShare)
  const before = yearBefore(known, days)
  const none = { yearBeforeDays: before.count, neededDays }
  if (days.length > maxUnknownDays) return { reason: 'readings_too_old', ...none }
  if (before.count < neededDays) return { reason: 'no_year_before', ...none }
  const level = levelOf(known, after)
  const dailyWh = new Map(days.map((day) => [day, (known.get(addMonths(day, -monthsOfYear)) ?? before.mean) * level]))
  const deviations = deviationsOf(spans, before.mean * level, days.length)
  const [lowFactor, highFactor] = bandOf(deviations, { usual: usualDeviationOf(spans), dayCount: days.length, seed })
  return { dailyWh, lowFactor, highFactor, level, yearBeforeDays: before.count, comparedSpans: deviations.length }
}

function yearBefore(known: ReadonlyMap<MarketDay, number>, days: readonly MarketDay[]) {
  const values = days.flatMap((day) => known.get(addMonths(day, -monthsOfYear)) ?? [])
  return { count: values.length, mean: meanOf(values) }
}

/** The fewer days are known of both years, the less their difference counts: much of it is weather. */
function levelOf(known: ReadonlyMap<MarketDay, number>, after: MarketDay): number {
  let [now, old, count] = [0, 0, 0]
  for (const day of daysFrom(addDays(after, 1 - levelDays), after)) {
    const [value, before] = [known.get(day), known.get(addMonths(day, -monthsOfYear))]
    if (value === undefined || before === undefined) continue
    now += value
    old += before
    count++
  }
  if (old === 0) return 1
  const level = 1 + ((now / old - 1) * count) / (count + halfLevelDays)
  return Math.min(maxLevel, Math.max(minLevel, level))
}

/** The share by which a span differed from what would have been forecast of it, as one of so many days would. */
function deviationsOf(spans: readonly KnownSpan[], dailyMean: number, days: number): number[] {
  return spans.flatMap((span, index) => {
    const length = dayCount(span.firstDay, span.lastDay)
    if (length < minSpanDays) return []
    const known = dailyWhOf(spans.slice(0, index))
    const own = daysFrom(span.firstDay, span.lastDay)
    const before = yearBefore(known, own)
    const expected = before.mean * levelOf(known, addDays(span.firstDay, -1))
    if (before.count < own.length * neededShare || expected === 0) return []
    const isLike = expected < dailyMean * seasonFactor && dailyMean < expected * seasonFactor
    return isLike ? [(span.energyWh / length / expected - 1) * stretchOf(length, days)] : []
  })
}

/** Draws deviations of the supply and the usual one, and returns the ends of their band as factors. */
function bandOf(
  deviations: readonly number[],
  { usual: ofMonth, dayCount: days, seed }: { usual: number; dayCount: number; seed: string },
) {
  const random = seededRandom(seed)
  const usual = ofMonth * stretchOf(daysOfMonth, days)
  const draws = Array.from({ length: drawCount }, () => {
    const place = Math.floor(random() * (deviations.length + usualCount))
    const spread = (2 * random() - 1) * usual
    return Math.max(0, 1 + (deviations[place] ?? spread))
  }).sort((one, other) => one - other)
  const at = (share: number) => draws[Math.round(share * (drawCount - 1))]!
  return [at(lowShare), at(highShare)] as const
}

/** A supply whose months differ from both their neighbours differs from the year before as well. */
function usualDeviationOf(spans: readonly KnownSpan[]): number {
  const means = spans.map(({ firstDay, lastDay, energyWh }) => energyWh / dayCount(firstDay, lastDay))
  const uneven = means.slice(1, -1).flatMap((mean, index) => {
    const around = (means[index]! + means[index + 2]!) / 2
    const { firstDay, lastDay } = spans[index + 1]!
    return around === 0 ? [] : [(Math.abs(mean / around - 1) * daysOfMonth) / dayCount(firstDay, lastDay)]
  })
  return Math.min(maxUsual, Math.max(minUsual, meanOf(uneven) * usualPerUnevenness))
}

function stretchOf(length: number, days: number): number {
  return Math.min(maxStretch, Math.sqrt(length / Math.max(1, days)))
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

import type { Reply } from '#kit/call.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { readChart } from '../api.ts'
import { type ChartType, wirePeriods } from '../rules.ts'
import type { ToldCurve } from '../told-curve.ts'

type WireChart = Reply<typeof readChart>

/** A curve of the wire by intervals: there, each interval has an entry per tariff period that occurs in it. */
export function readCurve(type: ChartType, wire: WireChart): ToldCurve {
  const { curve, start, end, data_from: dataFrom, data_until: dataUntil, step_minutes: stepMinutes } = wire
  const firsts = curve.date.flatMap((date, entry) => (date === curve.date[entry - 1] ? [] : [entry]))
  const places = intervalPlaces(curve.date)
  return {
    type,
    range: { start, end },
    starts: firsts.map((entry) => curve.date[entry]!),
    usedWh: usedByPeriod(curve, places, firsts.length),
    fedInWh: summed(curve.exportada, places, firsts.length),
    reactiveVarh: summed(curve.reactiva, places, firsts.length),
    periods: firsts.map((entry) =>
      curve.date[entry] === curve.date[entry + 1] ? null : readPeriod(curve.period[entry]!),
    ),
    missingHours: firsts.map((entry) => curve.missing[entry]!),
    estimatedHours: firsts.map((entry) => curve.estimated[entry]!),
    dataFrom,
    dataUntil,
    stepMinutes,
  }
}

/** The interval of each entry, by its place. */
function intervalPlaces(dates: readonly string[]): number[] {
  let place = -1
  return dates.map((date, entry) => {
    if (date !== dates[entry - 1]) place += 1
    return place
  })
}

function usedByPeriod({ activa, period }: WireChart['curve'], places: readonly number[], count: number) {
  const byPeriod = new Map<Period | null, (number | null)[]>()
  for (const [entry, kwh] of activa.entries()) {
    if (kwh === null) continue
    const key = readPeriod(period[entry]!)
    const values = byPeriod.get(key) ?? new Array<number | null>(count).fill(null)
    byPeriod.set(key, values)
    const place = places[entry]!
    values[place] = (values[place] ?? 0) + thousandfold(kwh)
  }
  return [...byPeriod].map(([period, values]) => ({ period, values })).sort((a, b) => (a.period ?? 0) - (b.period ?? 0))
}

/** A column by intervals, or null when nothing is known of it or all of it is nothing. */
function summed(column: readonly (number | null)[], places: readonly number[], count: number) {
  const sums = new Array<number | null>(count).fill(null)
  for (const [entry, value] of column.entries()) {
    const place = places[entry]!
    if (value !== null) sums[place] = (sums[place] ?? 0) + thousandfold(value)
  }
  return sums.some((sum) => sum) ? sums : null
}

function readPeriod(period: (typeof wirePeriods)[number] | null): Period | null {
  return period && ((wirePeriods.indexOf(period) + 1) as Period)
}

// Energy is kWh on the wire and Wh inside.
function thousandfold(value: number): number {
  return Math.round(value * 1000)
}

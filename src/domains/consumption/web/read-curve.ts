import type { Reply } from '#kit/call.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { readAnyChart, readChart } from '../api.ts'
import { type ChartType, type DayRange, wirePeriods } from '../rules.ts'
import type { ToldCurve } from '../told-curve.ts'

type WireChart = Reply<typeof readAnyChart>
type Chart = Pick<Reply<typeof readChart>, 'curve'> & Partial<Reply<typeof readChart>>
type Columns = Chart['curve']

/**
 * A curve of the wire by intervals: there, each interval has an entry per tariff period that occurs in it. The range that was
 * asked for stands where a server does not tell which it answers.
 */
export function readCurve(type: ChartType, wire: WireChart, asked: DayRange): ToldCurve {
  const {
    curve,
    start,
    end,
    data_from: dataFrom = null,
    data_until: dataUntil = null,
    step_minutes = null,
  }: Chart = Array.isArray(wire) ? { curve: columnsOf(wire) } : wire
  const { missing, estimated } = curve
  const firsts = curve.date.flatMap((date, entry) => (date === curve.date[entry - 1] ? [] : [entry]))
  const places = intervalPlaces(curve.date)
  return {
    type,
    range: start && end ? { start, end } : asked,
    starts: firsts.map((entry) => curve.date[entry]!),
    usedWh: usedByPeriod(curve, places, firsts.length),
    fedInWh: summed(curve.exportada, places, firsts.length),
    reactiveVarh: summed(curve.reactiva, places, firsts.length),
    periods: firsts.map((entry) =>
      curve.date[entry] === curve.date[entry + 1] ? null : readPeriod(curve.period[entry]!),
    ),
    missingHours: firsts.map((entry) => missing?.[entry] ?? 0),
    estimatedHours: firsts.map((entry) => estimated?.[entry] ?? 0),
    dataFrom,
    dataUntil,
    stepMinutes: step_minutes,
  }
}

/** Records as columns. */
function columnsOf(records: Extract<WireChart, unknown[]>): Columns {
  return {
    date: records.map(({ date }) => date),
    period: records.map(({ period }) => period),
    activa: records.map(({ activa }) => activa),
    exportada: records.map(({ exportada }) => exportada),
    reactiva: records.map(({ reactiva }) => reactiva),
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

function usedByPeriod({ activa, period }: Columns, places: readonly number[], count: number) {
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

import type { Reply } from '#kit/call.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { readAnyChart, readChart } from '../api.ts'
import type { ConsumptionCurve } from '../consumption-curve.ts'
import { type ChartType, type CurveRange, wirePeriods } from '../rules.ts'

type WireChart = Reply<typeof readAnyChart>
type Chart = Pick<Reply<typeof readChart>, 'curve'> & Partial<Reply<typeof readChart>>
type Columns = Chart['curve']

/**
 * Converts an API curve to intervals: in the API, each interval has an entry per tariff period that occurs in it. The
 * requested range is used if a server does not return the resolved one.
 */
export function parseCurve(type: ChartType, wire: WireChart, requested: CurveRange): ConsumptionCurve {
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
  const intervalIndexes = findIntervalIndexes(curve.date)
  return {
    type,
    range: start && end ? { start, end } : requested,
    starts: firsts.map((entry) => curve.date[entry]!),
    usedWh: sumUsedByPeriod(curve, intervalIndexes, firsts.length),
    fedInWh: sumByInterval(curve.exportada, intervalIndexes, firsts.length),
    reactiveVarh: sumByInterval(curve.reactiva, intervalIndexes, firsts.length),
    periods: firsts.map((entry) =>
      curve.date[entry] === curve.date[entry + 1] ? null : parsePeriod(curve.period[entry]!),
    ),
    missingHours: firsts.map((entry) => missing?.[entry] ?? 0),
    estimatedHours: firsts.map((entry) => estimated?.[entry] ?? 0),
    dataFrom,
    dataUntil,
    stepMinutes: step_minutes,
  }
}

/** Converts records to columns. */
function columnsOf(records: Extract<WireChart, unknown[]>): Columns {
  return {
    date: records.map(({ date }) => date),
    period: records.map(({ period }) => period),
    activa: records.map(({ activa }) => activa),
    exportada: records.map(({ exportada }) => exportada),
    reactiva: records.map(({ reactiva }) => reactiva),
  }
}

/** Returns the interval of each entry, by index. */
function findIntervalIndexes(dates: readonly string[]): number[] {
  let index = -1
  return dates.map((date, entry) => {
    if (date !== dates[entry - 1]) index += 1
    return index
  })
}

function sumUsedByPeriod({ activa, period }: Columns, intervalIndexes: readonly number[], count: number) {
  const byPeriod = new Map<Period | null, (number | null)[]>()
  for (const [entry, kwh] of activa.entries()) {
    if (kwh === null) continue
    const key = parsePeriod(period[entry]!)
    const values = byPeriod.get(key) ?? new Array<number | null>(count).fill(null)
    byPeriod.set(key, values)
    const index = intervalIndexes[entry]!
    values[index] = (values[index] ?? 0) + toThousandths(kwh)
  }
  return [...byPeriod].map(([period, values]) => ({ period, values })).sort((a, b) => (a.period ?? 0) - (b.period ?? 0))
}

/** Sums a column by interval. Returns null if nothing is known of it or all of it is zero. */
function sumByInterval(column: readonly (number | null)[], intervalIndexes: readonly number[], count: number) {
  const sums = new Array<number | null>(count).fill(null)
  for (const [entry, value] of column.entries()) {
    const index = intervalIndexes[entry]!
    if (value !== null) sums[index] = (sums[index] ?? 0) + toThousandths(value)
  }
  return sums.some((sum) => sum) ? sums : null
}

function parsePeriod(period: (typeof wirePeriods)[number] | null): Period | null {
  return period && ((wirePeriods.indexOf(period) + 1) as Period)
}

// Energy is kWh in the API and Wh internally.
function toThousandths(value: number): number {
  return Math.round(value * 1000)
}

import type { ReplyIn } from '#kit/call.ts'
import { periodNameOf } from '#vocabulary/period-name.ts'
import { type EnergyTariff, energyPeriodCount, type Period } from '#vocabulary/tariff-periods.ts'
import type { readChart, readChartRecords, readCompleteness } from '../api.ts'
import { magnitudes, wirePeriods } from '../rules.ts'
import type { Completeness } from './completeness/query-completeness.ts'
import type { CurveEntry } from './curve/curve-entries.ts'
import type { CurveResult } from './curve/query-curve.ts'

type Translate = (key: string, values?: Record<string, number>) => string

/** Presents the curve in columns, as version 2 returns it. */
export function presentCurveColumns(
  { range, span, entries, states, stepMinutes }: CurveResult,
  tariff: EnergyTariff | null,
  t: Translate,
): ReplyIn<typeof readChart> {
  return {
    curve: {
      date: entries.map((entry) => entry.startsAt),
      period: entries.map((entry) => wirePeriod(entry.period)),
      activa: entries.map((entry) => kilo(entry.importWh)),
      exportada: entries.map((entry) => kilo(entry.exportWh)),
      reactiva: entries.map((entry) => kilo(entry.reactiveVarh)),
      missing: entries.map((entry) => entry.missingHours),
      estimated: entries.map((entry) => entry.estimatedHours),
    },
    magnitudes: {
      elements: [
        { name: 'activa', unit: 'kWh', total: kilo(total(entries, 'importWh')) },
        { name: 'exportada', unit: 'kWh', total: kilo(total(entries, 'exportWh')) },
        { name: 'reactiva', unit: 'kVArh', total: kilo(total(entries, 'reactiveVarh')) },
      ],
    },
    translations: translations(entries, tariff, t),
    start: range.start,
    end: range.end,
    data_from: span?.start ?? null,
    data_until: span?.end ?? null,
    step_minutes: stepMinutes,
    ...(states && { states }),
  }
}

/** Presents the curve as records, as version 1 returns it. */
export function presentCurveRecords({ entries }: CurveResult): ReplyIn<typeof readChartRecords> {
  return entries.map((entry) => ({
    date: entry.startsAt,
    activa: kilo(entry.importWh),
    exportada: kilo(entry.exportWh),
    reactiva: kilo(entry.reactiveVarh),
    period: wirePeriod(entry.period),
  }))
}

/** Presents how complete a curve is, in hours and kWh. */
export function presentCompleteness({
  range,
  months,
  corrections,
  correctedDays,
}: Completeness): ReplyIn<typeof readCompleteness> {
  return {
    ...range,
    months: months.map(({ firstDay, ...hours }) => ({ month: firstDay, ...hours })),
    corrections: corrections.map(({ day, correctedOn, beforeWh, afterWh }) => ({
      ...{ day, corrected_on: correctedOn, before: beforeWh / 1000, after: afterWh / 1000 },
    })),
    corrected_days: correctedDays,
  }
}

function wirePeriod(period: Period | null) {
  return period && wirePeriods[period - 1]!
}

// An integer divided by a thousand is written with exact decimals.
function kilo(value: number | null): number | null {
  return value === null ? null : value / 1000
}

function total(entries: readonly CurveEntry[], name: 'importWh' | 'exportWh' | 'reactiveVarh'): number | null {
  const known = entries.map((entry) => entry[name]).filter((value) => value !== null)
  return known.length ? known.reduce((sum, value) => sum + value, 0) : null
}

function translations(
  entries: readonly CurveEntry[],
  tariff: EnergyTariff | null,
  t: Translate,
): Record<string, string> {
  const names = Object.fromEntries(magnitudes.map((name) => [name, t(`magnitudes.${name}`)]))
  if (!tariff) return names
  const present = [...new Set(entries.map((entry) => entry.period))].filter((period) => period !== null).sort()
  // Days of another tariff have as many periods as they contain: with six periods, a day always includes the last.
  const count = present.length === 0 ? energyPeriodCount(tariff) : Math.max(...present) > 3 ? 6 : 3
  const periods = present.map((number) => [
    wirePeriods[number - 1]!,
    t(`periods.${periodNameOf(number, count) ?? 'numbered'}`, { number }),
  ])
  return { ...names, ...Object.fromEntries(periods) }
}

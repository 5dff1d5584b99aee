import { capitalize } from '#kit/web/capitalize.ts'
import type { ChartData, Paint } from '#kit/web/chart/chart-data.ts'
import { plainPaint } from '#kit/web/chart/plain-paint.ts'
import { formatDecimal, formatEnergy, formatMonth } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { type Choice, firstDayOfMonth, isChosenUnit, type OptionKind } from '../rules.ts'
import type { UnitUsage } from '../usage.ts'
import { formatHour } from './format-hour.ts'

export type OptionChartTexts = {
  chosen: string
  other: string
  weekday: (weekday: number) => string
  shortWeekday: (weekday: number) => string
}

type OptionChartInput = {
  kind: OptionKind
  usage: readonly UnitUsage[]
  choice: Choice | null
  locale: Locale
  texts: OptionChartTexts
}

// Months are shown without their year.
const anyYear = 2026

const chosenPaint: Paint = { fill: '--brand-edge', mark: '--brand-edge', pattern: 'plain', hasThickEdge: true }

/** Builds bars of the average day, the average week or the year by month, with the choice painted separately. */
export function buildOptionChart({ kind, usage, choice, locale, texts }: OptionChartInput): ChartData {
  const isChosen = (unit: number) => choice !== null && isChosenUnit(kind, choice, unit)
  const values = (isForChosen: boolean) => usage.map(({ unit, wh }) => (isChosen(unit) === isForChosen ? wh : null))
  const others = { key: 'other', label: texts.other, paint: plainPaint, values: values(false) }
  const chosen = { key: 'chosen', label: texts.chosen, paint: chosenPaint, values: values(true) }
  const decimals = kind === 'happy_hours' ? 2 : kind === 'happy_day' ? 1 : 0
  const nameAt = (index: number) => formatUnit(kind, usage[index]!.unit, { locale, texts })
  return {
    count: usage.length,
    panes: [
      {
        title: 'kWh',
        series: choice ? [chosen, others] : [others],
        format: (wh) => formatEnergy(wh, locale, { decimals }),
        formatTick: (wh) => formatDecimal(wh / 1000, locale),
      },
    ],
    nameOf: ({ first }) => nameAt(first).long,
    tickOf: ({ first }) => nameAt(first).short,
    isMissing: usage.map(({ wh }) => wh === null),
  }
}

/** Returns the energy in Wh within the choice, null without a choice, and the total. */
export function sumUsage(kind: OptionKind, usage: readonly UnitUsage[], choice: Choice | null) {
  const sum = (units: readonly UnitUsage[]) => units.reduce((total, { wh }) => total + (wh ?? 0), 0)
  return {
    totalWh: sum(usage),
    chosenWh: choice === null ? null : sum(usage.filter(({ unit }) => isChosenUnit(kind, choice, unit))),
  }
}

function formatUnit(
  kind: OptionKind,
  unit: number,
  { locale, texts }: Pick<OptionChartInput, 'locale' | 'texts'>,
): { long: string; short: string } {
  if (kind === 'happy_hours') return { long: `${formatHour(unit)} – ${formatHour(unit + 1)}`, short: formatHour(unit) }
  if (kind === 'happy_day') return { long: capitalize(texts.weekday(unit)), short: texts.shortWeekday(unit) }
  const month = firstDayOfMonth(unit, anyYear)
  return { long: capitalize(formatMonth(month, locale, 'name')), short: formatMonth(month, locale, 'short') }
}

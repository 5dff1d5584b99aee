import { capitalize } from '#kit/web/capitalize.ts'
import type { ChartData, Paint } from '#kit/web/chart/chart-data.ts'
import { plainPaint } from '#kit/web/chart/plain-paint.ts'
import { formatDecimal, formatEnergy, formatMonth } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { type Choice, isChosenUnit, type OptionKind } from '../rules.ts'
import type { UsedInUnit } from '../saving.ts'

export type OptionChartTexts = {
  chosen: string
  other: string
  weekday: (weekday: number) => string
  shortWeekday: (weekday: number) => string
}

type OptionChartInput = {
  kind: OptionKind
  use: readonly UsedInUnit[]
  choice: Choice | null
  locale: Locale
  texts: OptionChartTexts
}

const chosenPaint: Paint = { fill: '--brand-edge', mark: '--brand-edge', pattern: 'plain', hasThickEdge: true }

/** Builds bars of the average day, the average week or the year by month, with the choice painted separately. */
export function buildOptionChart({ kind, use, choice, locale, texts }: OptionChartInput): ChartData {
  const isChosen = (unit: number) => choice !== null && isChosenUnit(kind, choice, unit)
  const values = (isForChosen: boolean) => use.map(({ unit, wh }) => (isChosen(unit) === isForChosen ? wh : null))
  const others = { key: 'other', label: texts.other, paint: plainPaint, values: values(false) }
  const chosen = { key: 'chosen', label: texts.chosen, paint: chosenPaint, values: values(true) }
  const decimals = kind === 'happy_hours' ? 2 : kind === 'happy_day' ? 1 : 0
  const nameAt = (index: number) => formatUnit(kind, use[index]!.unit, { locale, texts })
  return {
    count: use.length,
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
    isMissing: use.map(({ wh }) => wh === null),
  }
}

/** Returns the energy within the choice, and the total. */
export function sumUse(kind: OptionKind, use: readonly UsedInUnit[], choice: Choice | null) {
  const sum = (units: readonly UsedInUnit[]) => units.reduce((total, { wh }) => total + (wh ?? 0), 0)
  return {
    totalWh: sum(use),
    chosenWh: choice === null ? null : sum(use.filter(({ unit }) => isChosenUnit(kind, choice, unit))),
  }
}

/** Formats an hour as two digits with its unit: `08h`. */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}h`
}

function formatUnit(
  kind: OptionKind,
  unit: number,
  { locale, texts }: Pick<OptionChartInput, 'locale' | 'texts'>,
): { long: string; short: string } {
  if (kind === 'happy_hours') return { long: `${formatHour(unit)} – ${formatHour(unit + 1)}`, short: formatHour(unit) }
  if (kind === 'happy_day') return { long: capitalize(texts.weekday(unit)), short: texts.shortWeekday(unit) }
  const month = `2026-${String(unit).padStart(2, '0')}-01`
  return { long: capitalize(formatMonth(month, locale, 'name')), short: formatMonth(month, locale, 'short') }
}

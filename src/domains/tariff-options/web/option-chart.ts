import type { Locale } from '#kit/locale.ts'
import { capital } from '#kit/web/capital.ts'
import type { ChartData, Paint } from '#kit/web/chart/chart-data.ts'
import { plainPaint } from '#kit/web/chart/plain-paint.ts'
import { formatDecimal, formatEnergy, formatMonth } from '#vocabulary/format.ts'
import { type Choice, isChosenUnit, type OptionKind } from '../rules.ts'
import type { UsedInUnit } from '../saving.ts'

export type ChartWords = {
  chosen: string
  other: string
  weekday: (weekday: number) => string
  shortWeekday: (weekday: number) => string
}

type Wanted = {
  kind: OptionKind
  use: readonly UsedInUnit[]
  choice: Choice | null
  locale: Locale
  words: ChartWords
}

const chosenPaint: Paint = { fill: '--brand-edge', mark: '--brand-edge', pattern: 'plain', hasThickEdge: true }

/** The average day, the average week or the year by month as bars, with what is chosen painted apart. */
export function optionChart({ kind, use, choice, locale, words }: Wanted): ChartData {
  const isChosen = (unit: number) => choice !== null && isChosenUnit(kind, choice, unit)
  const values = (wanted: boolean) => use.map(({ unit, wh }) => (isChosen(unit) === wanted ? wh : null))
  const others = { key: 'other', label: words.other, paint: plainPaint, values: values(false) }
  const chosen = { key: 'chosen', label: words.chosen, paint: chosenPaint, values: values(true) }
  const decimals = kind === 'happy_hours' ? 2 : kind === 'happy_day' ? 1 : 0
  const nameAt = (place: number) => unitName(kind, use[place]!.unit, { locale, words })
  return {
    count: use.length,
    panes: [
      {
        title: 'kWh',
        series: choice ? [chosen, others] : [others],
        write: (wh) => formatEnergy(wh, locale, { decimals }),
        writeTick: (wh) => formatDecimal(wh / 1000, locale),
      },
    ],
    nameOf: ({ first }) => nameAt(first).long,
    tickOf: ({ first }) => nameAt(first).short,
    isMissing: use.map(({ wh }) => wh === null),
  }
}

/** Energy in what is chosen, and in all. */
export function sumsOf(kind: OptionKind, use: readonly UsedInUnit[], choice: Choice | null) {
  const sum = (units: readonly UsedInUnit[]) => units.reduce((total, { wh }) => total + (wh ?? 0), 0)
  return {
    totalWh: sum(use),
    chosenWh: choice === null ? null : sum(use.filter(({ unit }) => isChosenUnit(kind, choice, unit))),
  }
}

/** An hour as two digits with its unit: `08h`. */
export function hourName(hour: number): string {
  return `${String(hour).padStart(2, '0')}h`
}

function unitName(
  kind: OptionKind,
  unit: number,
  { locale, words }: Pick<Wanted, 'locale' | 'words'>,
): { long: string; short: string } {
  if (kind === 'happy_hours') return { long: `${hourName(unit)} – ${hourName(unit + 1)}`, short: hourName(unit) }
  if (kind === 'happy_day') return { long: capital(words.weekday(unit)), short: words.shortWeekday(unit) }
  const month = `2026-${String(unit).padStart(2, '0')}-01`
  return { long: capital(formatMonth(month, locale, 'name')), short: formatMonth(month, locale, 'short') }
}

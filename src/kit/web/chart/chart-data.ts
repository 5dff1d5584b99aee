import type { BarRange } from './bar-groups.ts'

/** The name of a design token that holds a colour for light and dark. */
export type Token = `--${string}`

/** Lines are named after their direction; `plain` has none. */
export type Pattern = 'plain' | 'rising' | 'falling' | 'level' | 'upright' | 'dots'

/** How an area is painted: its colour, and the pattern and edge that convey the same without colour. */
export type Paint = { fill: Token; mark: Token; pattern: Pattern; hasThickEdge?: boolean }

/** One value per bar. Null is missing, never zero; negative values are drawn below the axis. */
export type Values = readonly (number | null)[]

export type Series = {
  key: string
  label: string
  paint: Paint
  values: Values
  /** Drawn below the axis and subtracted from the sum, but shown without a sign, e.g. for exported energy. */
  isBelow?: boolean
}

/** One measure on its own scale. */
export type Pane = {
  /** Shown above the scale: the unit, or the measure and its unit. */
  title: string
  /** Stacked in this order, from the axis outwards. */
  series: readonly Series[]
  /** A line across each bar, e.g. the value of the previous year. */
  marks?: { label: string; token: Token; values: Values }
  /** Formats a value with its unit; when it is rounded to a step, with the step's decimals. */
  format: (value: number, step?: number) => string
  /** Returns the rounding step for the sum of a bar. Its parts are rounded so that they add up to the sum. */
  roundingStepOf?: (total: number) => number
  formatTick: (value: number) => string
  /** A row of sums under the bars, where there is room for it. */
  totals?: { label: string; format: (total: number) => string }
}

/** The first bar of each group, and the text that says what a group is: `Cada barra es un día`. */
export type Grouping = { starts: readonly number[]; label: string }

/** Bars over time, in one or two stacked panes with the same time axis. */
export type ChartData = {
  count: number
  panes: readonly Pane[]
  /** Returns the name of a bar, or of several drawn as one: `octubre de 2026`. */
  nameOf: (range: BarRange) => string
  /** Returns the short name for the axis. */
  tickOf: (range: BarRange) => string
  /**
   * Returns the position that decides which bars are labelled, or null to count from the first visible one. Hours use
   * the wall clock, so that a day of 23 or 25 hours is labelled like any other.
   */
  tickPositionOf?: (range: BarRange) => number | null
  /** The allowed label intervals where not all labels fit, so that quarter-hours are labelled by hour. */
  labelIntervals?: readonly number[]
  /** The groupings for when there are more bars than fit on the screen, from the finest to the coarsest. */
  groupings?: readonly Grouping[]
  /** Bars without data although data is expected. */
  isMissing?: readonly boolean[]
  /** Returns a further note on a bar. */
  noteOf?: (range: BarRange) => string | null
  /** A strip under the axis, painted per bar, e.g. with the price of each hour. */
  strip?: readonly (Paint | null)[]
}

import type { Stretch } from './stretches.ts'

/** The name of a design token that holds a colour for light and dark. */
export type Token = `--${string}`

/** Lines are named after their direction; `plain` has none. */
export type Pattern = 'plain' | 'rising' | 'falling' | 'level' | 'upright' | 'dots'

/** How an area is painted: its colour, and the pattern and edge that say the same without colour. */
export type Paint = { fill: Token; mark: Token; pattern: Pattern; hasThickEdge?: boolean }

/** One per bar. Null is missing, never zero; what is below zero hangs from the axis. */
export type Values = readonly (number | null)[]

export type Series = {
  key: string
  label: string
  paint: Paint
  values: Values
  /** Hangs from the axis and counts against the sum, told without a sign: what goes the other way. */
  isBelow?: boolean
}

/** One measure on its own scale. */
export type Pane = {
  /** Stands over the scale: its unit, or what is measured and its unit. */
  title: string
  /** Stacked in this order, from the axis outwards. */
  series: readonly Series[]
  /** A line across each bar, say the same a year before. */
  marks?: { label: string; token: Token; values: Values }
  /** A value with its unit; where it is rounded to steps, with as many decimals as these have. */
  write: (value: number, step?: number) => string
  /** The step to which what a bar sums up to is written: its parts are rounded so that they add up to it. */
  stepOf?: (total: number) => number
  writeTick: (value: number) => string
  /** A row of sums under the bars, where there is room for it. */
  totals?: { label: string; write: (total: number) => string }
}

/** The first bar of each group, and the words that say what a group is: `Cada barra es un día`. */
export type Grouping = { starts: readonly number[]; label: string }

/** Bars over time, in one or two panes one above the other on the same axis of time. */
export type ChartData = {
  count: number
  panes: readonly Pane[]
  /** Names a bar, or several that are drawn as one: `octubre de 2026`. */
  nameOf: (stretch: Stretch) => string
  /** The same in short, for the axis. */
  tickOf: (stretch: Stretch) => string
  /**
   * The place of a bar in the rhythm of these, null where they are counted from the first that is seen: hours go by the clock on
   * the wall, so that a day of 23 or 25 hours is named as any other.
   */
  tickPlaceOf?: (stretch: Stretch) => number | null
  /** Every which bar may be named where not all have room, so that quarters of an hour are named by hours. */
  barRhythms?: readonly number[]
  /** How bars may be drawn together when they are more than the screen is wide, from the finest to the coarsest. */
  groupings?: readonly Grouping[]
  /** Bars of which nothing is known although something should be. */
  isMissing?: readonly boolean[]
  /** What else is to be said of a bar. */
  noteOf?: (stretch: Stretch) => string | null
  /** A strip under the axis, painted by bar: the price of each hour. */
  strip?: readonly (Paint | null)[]
}

import { parseUnsignedDecimal } from '#vocabulary/number-input.ts'

/** What customers can be told of, in the order in which the page lists them. */
export const alertKinds = ['budget', 'standby', 'nothing_used', 'over_power'] as const
export type AlertKind = (typeof alertKinds)[number]

/** The alerts of a contract: the figure of each, null where it is off. */
export type AlertChoice = {
  /** Euros of a month. */
  budget: number | null
  /** Watts by which standby power rises. */
  standby: number | null
  /** Whole days without any energy. */
  nothing_used: number | null
  /** By the contracted powers, so without a figure of its own. */
  over_power: boolean
}

/** The smallest and largest figure of each kind. */
export const figureLimits = {
  budget: { min: 1, max: 100_000, decimals: 2 },
  standby: { min: 10, max: 10_000, decimals: 0 },
  nothing_used: { min: 1, max: 30, decimals: 0 },
} as const
export type FigureKind = keyof typeof figureLimits

/** The figures that the page suggests. */
export const suggestedFigures = { standby: 100, nothing_used: 1 } as const

/** Checks whether a number is a figure that an alert of a kind may have. */
export function isFigure(kind: FigureKind, value: number): boolean {
  const { min, max, decimals } = figureLimits[kind]
  const scaled = value * 10 ** decimals
  return value >= min && value <= max && Math.abs(scaled - Math.round(scaled)) < 1e-6
}

/** Parses a figure as typed in a language. Returns null for anything that is not one. */
export function parseFigure(kind: FigureKind, text: string, locale: string): number | null {
  const decimal = parseUnsignedDecimal(text, { locale, decimals: figureLimits[kind].decimals })
  const value = decimal === null ? null : Number(decimal)
  return value !== null && isFigure(kind, value) ? value : null
}

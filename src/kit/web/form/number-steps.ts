import { parseNumberInput } from '#vocabulary/number-input.ts'

export type NumberSteps = { step: number; min?: number; max?: number }

/**
 * Returns the text after one step up (1) or down (-1): the next multiple of the step, within the bounds. A text that is
 * not a number counts from the lower bound. The result uses the decimal mark of the locale.
 */
export function stepNumber(text: string, direction: 1 | -1, { step, min, max }: NumberSteps, locale: string): string {
  const entered = readNumber(text, { step, max }, locale)
  const next = entered === null ? (min ?? 0) : multipleBeside(entered, direction, step)
  const bounded = Math.min(Math.max(next, min ?? Number.NEGATIVE_INFINITY), max ?? Number.POSITIVE_INFINITY)
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: decimalsOf(step) }).format(bounded)
}

/** Checks whether a step in this direction would exceed the bounds. */
export function isAtBound(text: string, direction: 1 | -1, { step, min, max }: NumberSteps, locale: string): boolean {
  const entered = readNumber(text, { step, max }, locale)
  if (entered === null) return false
  return direction === 1 ? max !== undefined && entered >= max : min !== undefined && entered <= min
}

function readNumber(text: string, { step, max }: NumberSteps, locale: string): number | null {
  const parsed = parseNumberInput(text, { locale, decimals: 6, max })
  if (parsed.kind === 'ambiguous') return Number(Number.isInteger(step) ? parsed.grouped : parsed.decimal)
  return parsed.kind === 'number' ? Number(parsed.decimal) : null
}

// 1.1 is not exactly eleven tenths in binary: step counts are rounded before they are compared.
function multipleBeside(number: number, direction: 1 | -1, step: number): number {
  const count = Number((number / step).toFixed(6))
  const next = direction === 1 ? Math.floor(count) + 1 : Math.ceil(count) - 1
  return Number((next * step).toFixed(decimalsOf(step)))
}

function decimalsOf(step: number): number {
  return String(step).split('.')[1]?.length ?? 0
}

import { readTypedNumber } from '../typed-number.ts'

export type NumberSteps = { step: number; min?: number; max?: number }

/**
 * What a box with this text shows after one step up (1) or down (-1): the next multiple of the step, inside the bounds.
 * What is no number counts from the lower bound. Answers in the mark of the locale.
 */
export function stepped(text: string, direction: 1 | -1, { step, min, max }: NumberSteps, locale: string): string {
  const entered = readNumber(text, { step, max }, locale)
  const next = entered === null ? (min ?? 0) : multipleBeside(entered, direction, step)
  const bounded = Math.min(Math.max(next, min ?? Number.NEGATIVE_INFINITY), max ?? Number.POSITIVE_INFINITY)
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: decimalsOf(step) }).format(bounded)
}

/** Whether a step in this direction would lead out of the bounds. */
export function isAtBound(text: string, direction: 1 | -1, { step, min, max }: NumberSteps, locale: string): boolean {
  const entered = readNumber(text, { step, max }, locale)
  if (entered === null) return false
  return direction === 1 ? max !== undefined && entered >= max : min !== undefined && entered <= min
}

function readNumber(text: string, { step, max }: NumberSteps, locale: string): number | null {
  const read = readTypedNumber(text, { locale, decimals: 6, most: max })
  if (read.kind === 'ambiguous') return Number(Number.isInteger(step) ? read.grouped : read.decimal)
  return read.kind === 'number' ? Number(read.decimal) : null
}

// 1.1 is not quite eleven tenths in binary: counts of steps are rounded before they are compared.
function multipleBeside(number: number, direction: 1 | -1, step: number): number {
  const count = Number((number / step).toFixed(6))
  const next = direction === 1 ? Math.floor(count) + 1 : Math.ceil(count) - 1
  return Number((next * step).toFixed(decimalsOf(step)))
}

function decimalsOf(step: number): number {
  return String(step).split('.')[1]?.length ?? 0
}

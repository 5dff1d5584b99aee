import { parseNumberInput } from '#vocabulary/number-input.ts'
import { powerNames } from '../../contract-rules.ts'
import type { FieldProblems } from '../../field-problems.ts'
import { parseKw } from '../steps/step-forms.ts'

/** Market files have whole watts. */
const decimals = 3

/** Returns the problems of typed powers in kW that are not a valid power, by their API names. */
export function powerInputProblems(inputs: readonly string[]): FieldProblems {
  const problems = inputs.flatMap((text, index) => {
    if (text.trim() === '' || parseKw(text) !== null) return []
    return [[powerNames[index]!, problemOf(text)] as const]
  })
  return Object.fromEntries(problems)
}

function problemOf(text: string): 'power_negative' | 'power_too_precise' | 'power_not_number' {
  const read = parseNumberInput(text, { locale: 'es', decimals: Number.POSITIVE_INFINITY })
  if (read.kind !== 'number') return 'power_not_number'
  if (read.decimal.startsWith('-')) return 'power_negative'
  return (read.decimal.split('.')[1] ?? '').length > decimals ? 'power_too_precise' : 'power_not_number'
}

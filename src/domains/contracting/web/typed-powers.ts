import { readTypedNumber } from '#kit/typed-number.ts'
import type { Problems } from '../asked.ts'
import { powerNames } from '../contract-rules.ts'
import { kwOf } from './wire.ts'

/** Market files have whole watts. */
const decimals = 3

/** What is wrong with powers in kW as they are typed, where that is no power at all, by their names on the wire. */
export function typedPowerProblems(typed: readonly string[]): Problems {
  const wrong = typed.flatMap((text, index) => {
    if (text.trim() === '' || kwOf(text) !== null) return []
    return [[powerNames[index]!, problemOf(text)] as const]
  })
  return Object.fromEntries(wrong)
}

function problemOf(text: string): 'power_negative' | 'power_too_precise' | 'power_not_number' {
  const read = readTypedNumber(text, { locale: 'es', decimals: Number.POSITIVE_INFINITY })
  if (read.kind !== 'number') return 'power_not_number'
  if (read.decimal.startsWith('-')) return 'power_negative'
  return (read.decimal.split('.')[1] ?? '').length > decimals ? 'power_too_precise' : 'power_not_number'
}

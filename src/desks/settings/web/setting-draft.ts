import { readTypedNumber, type TypedNumberOptions } from '#kit/typed-number.ts'
import type { ListedSetting } from '../api.ts'

/** What a control holds while somebody edits: a text as typed, a box ticked or not, or the members of a list. */
export type Draft = string | boolean | (string | number)[]

/** A setting as its control begins. What never leaves the server begins empty. */
export function draftOf({ kind, value, hidden }: Pick<ListedSetting, 'kind' | 'value' | 'hidden'>): Draft {
  if (kind === 'on_off') return value === true
  if (kind === 'list_of') return Array.isArray(value) ? value : []
  if (hidden || value === null) return ''
  return kind === 'instant' ? localTime(new Date(String(value))) : String(value)
}

/** What a draft is as a value. What cannot be read as its kind goes as it was typed, to be refused with the reason. */
export function writtenValue(
  { kind, limits }: Pick<ListedSetting, 'kind' | 'limits'>,
  draft: Draft,
  locale: string,
): unknown {
  if (typeof draft !== 'string') return draft
  if (kind === 'whole_number' || kind === 'rate')
    return numberIn(draft, { locale, decimals: kind === 'rate' ? 6 : 0, most: limits?.[1] }) ?? draft
  if (kind === 'instant') return draft ? instantIn(draft) : null
  return kind === 'line' ? draft : draft.trim()
}

function numberIn(typed: string, options: TypedNumberOptions): number | undefined {
  const read = readTypedNumber(typed, options)
  return read.kind === 'number' ? Number(read.decimal) : undefined
}

function instantIn(typed: string): string {
  const read = new Date(typed)
  return Number.isNaN(read.getTime()) ? typed : read.toISOString()
}

/** As a field of day and hour has it: in the time of whoever looks. */
function localTime(instant: Date): string {
  const shifted = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

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
export function writtenValue({ kind }: Pick<ListedSetting, 'kind'>, draft: Draft): unknown {
  if (typeof draft !== 'string') return draft
  if (kind === 'whole_number' || kind === 'rate') return numberIn(draft) ?? draft
  if (kind === 'instant') return draft ? instantIn(draft) : null
  return kind === 'line' ? draft : draft.trim()
}

function numberIn(typed: string): number | undefined {
  const read = Number(typed.trim().replace(',', '.'))
  return typed.trim() && Number.isFinite(read) ? read : undefined
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

import { readTypedDate } from '#kit/typed-date.ts'
import { readTypedNumber, type TypedNumberOptions } from '#kit/typed-number.ts'
import { readTypedTime } from '#kit/typed-time.ts'
import { shownInMadrid } from '#vocabulary/madrid-offset.ts'
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

const msPerHour = 3_600_000

/** The day and the time of day in the draft of an instant, each as it is typed. */
export function splitInstantDraft(draft: string): { day: string; time: string } {
  const [day = '', time = ''] = draft.split(/T(.*)/s)
  return { day, time }
}

/** Both as one draft, which is empty where nothing is typed. */
export function joinInstantDraft(day: string, time: string): string {
  return day || time ? `${day}T${time}` : ''
}

/** The instant at which the clocks of Madrid show it; of an hour that they skip, an hour before. A day alone begins at midnight. */
function instantIn(typed: string): string {
  const { day, time } = splitInstantDraft(typed)
  const read = readTypedDate(day)
  const hour = time.trim() ? readTypedTime(time) : '00:00'
  if (read.kind !== 'date' || !hour) return typed
  const shown = Date.parse(`${read.iso}T${hour}:00Z`)
  const [inSummer, inWinter] = [new Date(shown - 2 * msPerHour), new Date(shown - msPerHour)]
  return (shownInMadrid(inSummer).getTime() === shown ? inSummer : inWinter).toISOString()
}

/** As the fields of day and hour have it: by the clock of Madrid, as instants are told. */
function localTime(instant: Date): string {
  return shownInMadrid(instant).toISOString().slice(0, 16)
}

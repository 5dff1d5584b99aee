import { parseDateInput } from '#kit/date-input.ts'
import { parseTimeInput } from '#kit/time-input.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { toMadridWallTime } from '#vocabulary/madrid-offset.ts'
import { type NumberInputOptions, parseNumberInput } from '#vocabulary/number-input.ts'
import type { ListedSetting } from '../api.ts'

/** The draft of a control: a text, a boolean, or the members of a list. */
export type SettingDraft = string | boolean | (string | number)[]

/** Returns the initial draft of a setting. It is empty for values that never leave the server. */
export function draftOf({ kind, value, hidden }: Pick<ListedSetting, 'kind' | 'value' | 'hidden'>): SettingDraft {
  if (kind === 'on_off') return value === true
  if (kind === 'list_of') return Array.isArray(value) ? value : []
  if (hidden || value === null) return ''
  return kind === 'instant' ? formatLocalTime(new Date(String(value))) : String(value)
}

/**
 * Converts a draft to a value. Input that cannot be parsed is returned unchanged, so that the server refuses it with
 * the reason.
 */
export function parseDraft(
  { kind, limits }: Pick<ListedSetting, 'kind' | 'limits'>,
  draft: SettingDraft,
  locale: string,
): unknown {
  if (typeof draft !== 'string') return draft
  if (kind === 'whole_number' || kind === 'rate')
    return parseNumber(draft, { locale, decimals: kind === 'rate' ? 6 : 0, max: limits?.[1] }) ?? draft
  if (kind === 'instant') return draft ? parseInstant(draft) : null
  return kind === 'line' ? draft : draft.trim()
}

function parseNumber(text: string, options: NumberInputOptions): number | undefined {
  const parsed = parseNumberInput(text, options)
  return parsed.kind === 'number' ? Number(parsed.decimal) : undefined
}

/** Splits the draft of an instant into its day and time, as typed. */
export function splitInstantDraft(draft: string): { day: string; time: string } {
  const [day = '', time = ''] = draft.split(/T(.*)/s)
  return { day, time }
}

/** Joins day and time into one draft, which is empty if both are. */
export function joinInstantDraft(day: string, time: string): string {
  return day || time ? `${day}T${time}` : ''
}

/**
 * Returns the instant of a local time in Madrid. A time skipped by the clock change is read as standard time (UTC+1). A
 * day alone starts at midnight.
 */
function parseInstant(text: string): string {
  const { day, time } = splitInstantDraft(text)
  const parsed = parseDateInput(day)
  const hour = time.trim() ? parseTimeInput(time) : '00:00'
  if (parsed.kind !== 'date' || !hour) return text
  const madridTime = Date.parse(`${parsed.iso}T${hour}:00Z`)
  const [inSummer, inWinter] = [new Date(madridTime - 2 * msPerHour), new Date(madridTime - msPerHour)]
  return (toMadridWallTime(inSummer).getTime() === madridTime ? inSummer : inWinter).toISOString()
}

/** Formats an instant for the day and time fields, in Madrid time like all displayed instants. */
function formatLocalTime(instant: Date): string {
  return toMadridWallTime(instant).toISOString().slice(0, 16)
}

import type { Locale } from '#vocabulary/locale.ts'

/** The precision of a date field: `2026-12-31` or `2026-12`. */
export type DatePrecision = 'day' | 'month'

/** The result of parsing the text of a date field. Dates are ISO, whatever the language of the page. */
export type ParsedDate = { kind: 'empty' } | { kind: 'invalid' } | { kind: 'date'; iso: string }

/**
 * Parses a typed date. All forms use this parser. Accepts any separator between the parts or none, with the day first
 * as the six languages write it, or with the year first. A two-digit year is between 1970 and 2069.
 */
export function parseDateInput(text: string, precision: DatePrecision = 'day'): ParsedDate {
  const trimmed = text.trim()
  if (!trimmed) return { kind: 'empty' }
  const isWithoutDay = precision === 'month'
  for (const parts of candidateParts(trimmed, isWithoutDay)) {
    const [year = '', month = '', day = '1'] = parts
    const iso = isoOf(yearOf(year), Number(month), Number(day))
    if (iso) return { kind: 'date', iso: isWithoutDay ? iso.slice(0, 7) : iso }
  }
  return { kind: 'invalid' }
}

/** Returns the ISO date of a text, or the text unchanged where it is not a date, so that the receiver rejects it. */
export function toIsoDateOrText(text: string, precision?: DatePrecision): string {
  const parsed = parseDateInput(text, precision)
  return parsed.kind === 'date' ? parsed.iso : text
}

/** Formats an ISO day or month as pages show it (`31/12/2026`, `12/2026`). Returns any other text unchanged. */
export function formatIsoDate(iso: string, locale: Locale): string {
  if (!/^\d{4}-\d\d(-\d\d)?$/.test(iso)) return iso
  return iso
    .split('-')
    .reverse()
    .join(locale === 'de' ? '.' : '/')
}

/**
 * Returns the possible readings of a text as year, month and day. Eight digits are read with the year first where that
 * is a date.
 */
function candidateParts(text: string, isWithoutDay: boolean): string[][] {
  const parts = text.split(/\s*[-/.,\s]\s*/)
  if (!parts.every((part) => /^\d{1,8}$/.test(part))) return []
  if (parts.length === 1) return splitDigits(text, isWithoutDay)
  if (parts.length !== 3 && !(isWithoutDay && parts.length === 2)) return []
  return [parts[0]!.length === 4 ? parts : parts.toReversed()]
}

function splitDigits(digits: string, isWithoutDay: boolean): string[][] {
  const cut = (...ends: number[]) => ends.map((end, index) => digits.slice(ends[index - 1] ?? 0, end))
  if (digits.length === 8) return [cut(4, 6, 8), cut(2, 4, 8).toReversed()]
  if (digits.length !== 6) return []
  return isWithoutDay ? [cut(4, 6), cut(2, 6).toReversed()] : [cut(2, 4, 6).toReversed()]
}

function yearOf(digits: string): number {
  const year = Number(digits)
  if (digits.length === 2) return year + (year < 70 ? 2000 : 1900)
  return digits.length === 4 ? year : 0
}

/** Returns null for a day that the calendar does not have, or for an implausible year. */
function isoOf(year: number, month: number, day: number): string | null {
  if (year < 1900 || year > 2199) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  // JavaScript rolls 30 February over into March.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null
}

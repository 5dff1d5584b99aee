import type { Locale } from './locale.ts'

/** How exactly a date is asked for: `2026-12-31` or `2026-12`. */
export type DatePrecision = 'day' | 'month'

/** What a text in a date field says. Dates are ISO, whatever the language of the page. */
export type TypedDate = { kind: 'empty' } | { kind: 'invalid' } | { kind: 'date'; iso: string }

/**
 * Reads a date that somebody typed, in the one way of all forms: with any mark between its parts or none, the day first as the six
 * languages write it, or the year first. A year of two digits lies between 1970 and 2069.
 */
export function readTypedDate(text: string, precision: DatePrecision = 'day'): TypedDate {
  const trimmed = text.trim()
  if (!trimmed) return { kind: 'empty' }
  const isWithoutDay = precision === 'month'
  for (const parts of readingsOf(trimmed, isWithoutDay)) {
    const [year = '', month = '', day = '1'] = parts
    const iso = isoOf(yearOf(year), Number(month), Number(day))
    if (iso) return { kind: 'date', iso: isWithoutDay ? iso.slice(0, 7) : iso }
  }
  return { kind: 'invalid' }
}

/** The ISO date that a text says, or the text as it is where it says none: then whoever reads it refuses it. */
export function typedDateOrText(text: string, precision?: DatePrecision): string {
  const read = readTypedDate(text, precision)
  return read.kind === 'date' ? read.iso : text
}

/** An ISO day or month as pages print it, `31/12/2026`, `12/2026`; anything else as it is. */
export function writtenDate(iso: string, locale: Locale): string {
  if (!/^\d{4}-\d\d(-\d\d)?$/.test(iso)) return iso
  return iso
    .split('-')
    .reverse()
    .join(locale === 'de' ? '.' : '/')
}

/** The ways to read a text, as year, month and day; of eight digits the year first where that is a date. */
function readingsOf(text: string, isWithoutDay: boolean): string[][] {
  const parts = text.split(/\s*[-/.,\s]\s*/)
  if (!parts.every((part) => /^\d{1,8}$/.test(part))) return []
  if (parts.length === 1) return withoutMarks(text, isWithoutDay)
  if (parts.length !== 3 && !(isWithoutDay && parts.length === 2)) return []
  return [parts[0]!.length === 4 ? parts : parts.toReversed()]
}

function withoutMarks(digits: string, isWithoutDay: boolean): string[][] {
  const cut = (...ends: number[]) => ends.map((end, place) => digits.slice(ends[place - 1] ?? 0, end))
  if (digits.length === 8) return [cut(4, 6, 8), cut(2, 4, 8).toReversed()]
  if (digits.length !== 6) return []
  return isWithoutDay ? [cut(4, 6), cut(2, 6).toReversed()] : [cut(2, 4, 6).toReversed()]
}

function yearOf(digits: string): number {
  const year = Number(digits)
  if (digits.length === 2) return year + (year < 70 ? 2000 : 1900)
  return digits.length === 4 ? year : 0
}

/** Null where the calendar has no such day, or in a year that nobody means. */
function isoOf(year: number, month: number, day: number): string | null {
  if (year < 1900 || year > 2199) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  // The engine counts 30 February on into March.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null
}

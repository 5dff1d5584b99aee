import type { MarketDay } from '#vocabulary/day.ts'

/** An all-day entry. */
export type CalendarDay = {
  /** The same in every copy, so that importing the file again updates the entry instead of adding another. */
  uid: string
  day: MarketDay
  title: string
  description?: string
  address?: string
}

const maxLineBytes = 75

/**
 * Formats days as an .ics calendar (RFC 5545): lines end in CRLF and are folded at 75 bytes, and entries do not block
 * time.
 */
export function formatICalendar({
  name,
  days,
  now,
}: {
  name: string
  days: readonly CalendarDay[]
  now: Date
}): string {
  const stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Llum//Portal//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...days.flatMap(({ uid, day, title, description, address }) => [
      'BEGIN:VEVENT',
      `UID:${escapeText(uid)}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      `SUMMARY:${escapeText(title)}`,
      ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
      ...(address ? [`URL:${address}`] : []),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** Folds a line that is too long. Each part after the first begins with a space, and no character is cut in two. */
function foldLine(line: string): string {
  const parts = ['']
  let bytes = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (bytes + size > maxLineBytes) {
      parts.push('')
      // The leading space counts.
      bytes = 1
    }
    parts[parts.length - 1] += letter
    bytes += size
  }
  return parts.join('\r\n ')
}

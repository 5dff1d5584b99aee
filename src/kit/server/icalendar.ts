import type { MarketDay } from '#vocabulary/day.ts'

/** Something that falls on a whole day. */
export type CalendarDay = {
  /** The same in every copy, so that a calendar that takes the file in again changes it and adds nothing. */
  uid: string
  day: MarketDay
  title: string
  words?: string
  address?: string
}

const longestLineBytes = 75

/** A calendar of days as an .ics file (RFC 5545): lines end in CRLF and are folded at 75 bytes; no day takes anybody's time. */
export function icalendar({ name, days, now }: { name: string; days: readonly CalendarDay[]; now: Date }): string {
  const stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Llum//Portal//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...days.flatMap(({ uid, day, title, words, address }) => [
      'BEGIN:VEVENT',
      `UID:${escaped(uid)}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      `SUMMARY:${escaped(title)}`,
      ...(words ? [`DESCRIPTION:${escaped(words)}`] : []),
      ...(address ? [`URL:${address}`] : []),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** A line cut where it is too long, each part after the first behind a space; no letter is cut in two. */
function folded(line: string): string {
  const parts = ['']
  let bytes = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (bytes + size > longestLineBytes) {
      parts.push('')
      // The space at the beginning counts.
      bytes = 1
    }
    parts[parts.length - 1] += letter
    bytes += size
  }
  return parts.join('\r\n ')
}

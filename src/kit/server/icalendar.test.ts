import { expect, test } from 'vitest'
import { formatICalendar } from './icalendar.ts'

const now = new Date('2026-11-20T10:00:00.123Z')
const write = (day: Partial<Parameters<typeof formatICalendar>[0]['days'][number]>) =>
  formatICalendar({ name: 'Facturas', now, days: [{ uid: 'invoice-7', day: '2026-11-27', title: 'Factura', ...day }] })

test('writes a day as an all-day entry that does not block time', () => {
  expect(write({}).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Llum//Portal//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Facturas',
    'BEGIN:VEVENT',
    'UID:invoice-7',
    'DTSTAMP:20261120T100000Z',
    'DTSTART;VALUE=DATE:20261127',
    'SUMMARY:Factura',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test.each([
  ['commas, semicolons and backslashes', 'a, b; c\\d', 'SUMMARY:a\\, b\\; c\\\\d'],
  ['line breaks', 'a\nb\r\nc', 'SUMMARY:a\\nb\\nc'],
])('does not let %s break a line', (_, title, expected) => {
  expect(write({ title }).split('\r\n')).toContain(expected)
})

test('folds a long line at 75 bytes, between characters, and unfolds to the same text', () => {
  const title = 'Electricitat de l’habitatge «Provença» · '.repeat(8).trim()
  const file = write({ title })
  const lines = file.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(file).not.toContain('\ufffd')
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`)
})

test('writes a valid calendar without days', () => {
  expect(formatICalendar({ name: 'x', days: [], now })).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
})

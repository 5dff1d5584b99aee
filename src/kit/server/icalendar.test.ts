import { expect, test } from 'vitest'
import { icalendar } from './icalendar.ts'

const now = new Date('2026-11-20T10:00:00.123Z')
const write = (day: Partial<Parameters<typeof icalendar>[0]['days'][number]>) =>
  icalendar({ name: 'Facturas', now, days: [{ uid: 'invoice-7', day: '2026-11-27', title: 'Factura', ...day }] })

test('a day is a whole day that takes nobody’s time', () => {
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
  ['the ends of lines', 'a\nb\r\nc', 'SUMMARY:a\\nb\\nc'],
])('%s do not break a line', (_, title, expected) => {
  expect(write({ title }).split('\r\n')).toContain(expected)
})

test('a long line is folded at 75 bytes, between letters, and comes out whole', () => {
  const title = 'Electricitat de l’habitatge «Provença» · '.repeat(8).trim()
  const file = write({ title })
  const lines = file.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(file).not.toContain('\ufffd')
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`)
})

test('a calendar without days is still one', () => {
  expect(icalendar({ name: 'x', days: [], now })).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
})

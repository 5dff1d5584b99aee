import { expect, test } from 'vitest'
import { detectHourLabels, parseHourEnd } from './hour-labels.ts'

const counted = (last: number) => Array.from({ length: last }, (_, at) => `${at + 1}`)
const clock = (step: number, first: number) =>
  Array.from({ length: 1440 / step }, (_, at) => {
    const minutes = first + at * step
    return [minutes / 60, minutes % 60].map((part) => `${Math.floor(part)}`.padStart(2, '0')).join(':')
  })

test.each<[labels: string[], step: number, ends: Record<string, number>, numbering: string, reason: string]>([
  [counted(24), 60, { '1': 60, '24': 1440 }, 'counted', 'hours'],
  [counted(25), 60, { '25': 1500 }, 'counted', 'hours of October'],
  [counted(96), 15, { '1': 15, '96': 1440 }, 'counted', 'quarters'],
  [[...counted(24), '99', '0'], 60, { '1': 60 }, 'counted', 'hours with a slip of the pen'],
  [['0', ...counted(23)], 60, { '0': 60, '23': 1440 }, 'counted', 'hours from zero: starts'],
  [['0', ...counted(95)], 15, { '0': 15, '95': 1440 }, 'counted', 'quarters from zero'],
  [clock(60, 60), 60, { '01:00': 60, '24:00': 1440 }, 'ends', 'clock times up to midnight'],
  [clock(60, 0), 60, { '00:00': 60, '23:00': 1440 }, 'starts', 'clock times from midnight'],
  [clock(15, 15), 15, { '00:15': 15, '24:00': 1440 }, 'ends', 'quarters up to midnight'],
  [clock(15, 0), 15, { '00:00': 15, '23:45': 1440 }, 'starts', 'quarters from midnight'],
  [['7:00', '8:00'], 60, { '7:00': 420 }, 'ends', 'part of a day, one digit'],
  [['00:00-01:00', '23:00-00:00'], 60, { '00:00-01:00': 60, '23:00-00:00': 1440 }, 'counted', 'from and to'],
  [['00:00 - 00:15', '00:15 - 00:30'], 15, { '00:15 - 00:30': 30 }, 'counted', 'from and to, quarters'],
])('detects %j as steps of %i minutes: %s %s', (labels, stepMinutes, ends, numbering) => {
  const hours = detectHourLabels(labels)
  expect(hours).toMatchObject({ stepMinutes, numbering })
  for (const [label, end] of Object.entries(ends)) expect(parseHourEnd(label, hours)).toBe(end)
})

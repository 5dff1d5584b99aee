import { expect, test } from 'vitest'
import { listCallHours } from './call-back-rules.ts'

const hours = { callBackFrom: 9, callBackTo: 11, holidays: new Set<string>() }

test.each([
  ['2026-11-24T07:00:00Z', '2026-11-24T08:00:00.000Z', 10, 'a Tuesday before the first hour'],
  ['2026-11-24T07:31:00Z', '2026-11-24T09:00:00.000Z', 9, 'less than half an hour before the first one'],
  ['2026-11-24T15:00:00Z', '2026-11-25T08:00:00.000Z', 8, 'in the evening: the next day'],
  ['2026-11-28T10:00:00Z', '2026-11-30T08:00:00.000Z', 10, 'on a Saturday: on Monday'],
  ['2026-12-07T18:00:00Z', '2026-12-09T08:00:00.000Z', 8, 'before a national holiday: after it'],
])('from %s the first hour is %s, one of %i: %s', (now, first, count) => {
  const listed = listCallHours(new Date(now), hours)
  expect(listed[0]?.toISOString()).toBe(first)
  expect(listed).toHaveLength(count)
})

test('nobody is called on a holiday of the place', () => {
  const listed = listCallHours(new Date('2026-11-24T07:00:00Z'), { ...hours, holidays: new Set(['2026-11-24']) })
  expect(listed[0]?.toISOString()).toBe('2026-11-25T08:00:00.000Z')
})

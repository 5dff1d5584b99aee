import { expect, test } from 'vitest'
import { switchDayProblems, switchWindow } from './switch-day.ts'

const friday = '2026-11-27'

test('begins once the distributor can have switched, and ends thirty days ahead', () => {
  expect(switchWindow(friday)).toEqual({ first: '2026-12-01', last: '2026-12-27' })
})

test.each([
  [null, {}, 'as soon as possible'],
  ['2026-12-01', {}, 'the second working day'],
  ['2026-12-24', {}, 'a working day within thirty days'],
  ['2026-11-30', { switch_on: 'switch_day_outside' }, 'the day on which the distributor is asked'],
  ['2026-12-28', { switch_on: 'switch_day_outside' }, 'more than thirty days ahead'],
  ['2026-12-05', { switch_on: 'switch_day_not_working' }, 'a Saturday'],
  ['2026-12-08', { switch_on: 'switch_day_not_working' }, 'a national holiday'],
])('on a Friday the day %s has the problems %j: %s', (day, problems, _why) => {
  expect(switchDayProblems(day, friday)).toEqual(problems)
})

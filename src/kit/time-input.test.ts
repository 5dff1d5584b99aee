import { expect, test } from 'vitest'
import { parseTimeInput } from './time-input.ts'

test.each([
  ['22:30', '22:30', 'as it is written'],
  ['9:05', '09:05', 'without a zero'],
  ['22.30', '22:30', 'with a point, as in German and Catalan'],
  ['22h30', '22:30', 'as in French'],
  ['22 h', '22:00', 'the hour alone, said so'],
  ['22', '22:00', 'the hour alone'],
  ['2230', '22:30', 'four digits'],
  ['930', '09:30', 'three digits'],
  ['24:00', null, 'an hour that no clock shows'],
  ['22:60', null, 'minutes that no clock shows'],
  ['10 pm', null, 'half a day'],
  ['', null, 'nothing'],
])('reads %s as %s: %s', (text, time, _) => {
  expect(parseTimeInput(text)).toBe(time)
})

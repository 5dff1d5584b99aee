import { describe, expect, test } from 'vitest'
import { copyToYear, findHolidayProblem, parseHolidays, placeKindOf, placeNameOf } from './rules.ts'

test.each([
  ['ES', 'country', 'ES'],
  ['ES-CT', 'community', 'Catalunya'],
  ['08', 'province', 'Barcelona'],
  ['08019', 'municipality', 'Barcelona, 08019'],
  ['ES-XX', null, 'ES-XX'],
  ['99', null, '99'],
  ['8', null, '8'],
])('%s is a %s called %s', (place, kind, name) => {
  expect(placeKindOf(place)).toBe(kind)
  if (kind && kind !== 'country') expect(placeNameOf(place)).toBe(name)
})

describe('a holiday', () => {
  const diada = { place: 'ES-CT', day: '2027-09-11', name: 'Diada' }
  test.each([
    ['can be entered', {}, undefined],
    ['of no place cannot', { place: '99' }, 'place_unknown'],
    ['on no day cannot', { day: '2027-02-29' }, 'not_day'],
    ['that is national counts by itself', { day: '2027-12-25' }, 'national_already'],
    ['needs a name', { name: ' ' }, 'name_needed'],
  ])('%s', (_, given, problem) => expect(findHolidayProblem({ ...diada, ...given })).toBe(problem))

  test('is copied to the same day of another year, if it has it', () => {
    const holidays = [diada, { place: '08019', day: '2028-02-29', name: 'Bisiesto' }]
    expect(copyToYear(holidays, 2029)).toEqual([{ ...diada, day: '2029-09-11' }])
  })
})

test('a file is read line by line, with or without a heading, and each wrong line says why', () => {
  const file =
    '\uFEFFplace;day;name\r\nES-CT;2027-09-11;Diada\r\n08019;24/09/2027;La Mercè\n\n99;2027-01-02;Nada\n08;ayer;Nada'
  expect(parseHolidays(file, (line) => line.split(';'))).toEqual([
    { line: 2, holiday: { place: 'ES-CT', day: '2027-09-11', name: 'Diada' } },
    { line: 3, holiday: { place: '08019', day: '2027-09-24', name: 'La Mercè' } },
    { line: 5, problem: 'place_unknown' },
    { line: 6, problem: 'not_day' },
  ])
})

import { expect, test } from 'vitest'
import { axisNames, isNamed, labelRhythm, labelStart } from './labels.ts'

test.each([
  ['months on a desk', 40, 72, 1],
  ['months on a telephone: every second', 24, 26, 2],
  ['hours on a telephone: every third', 14, 13, 2],
  ['a month of days on a telephone', 14, 10, 3],
  ['a year of days has no room for any', 14, 1, null],
])('%s', (_, widest, slot, expected) => {
  expect(labelRhythm(widest, slot, 8)).toBe(expected)
})

test.each([
  ['under its bar', 100, 40, 80],
  ['at the left edge', 10, 40, 0],
  ['at the right edge', 195, 40, 160],
])('a label stands %s', (_, middle, width, expected) => {
  expect(labelStart(middle, width, 200)).toBe(expected)
})

const twoDigits = (hour: number) => String(hour).padStart(2, '0')
const bars = (count: number) => Array.from({ length: count }, (_, index) => ({ first: index, last: index }))
const groups = (count: number, size: number) =>
  Array.from({ length: count }, (_, index) => ({ first: index * size, last: (index + 1) * size - 1 }))
const measure = (text: string) => 7 * text.length

/** The hours of a day on the wall, and their names: an hour that comes again bears an asterisk. */
function dayOf(hours: number[]) {
  const isAgain = (index: number) => hours[index] === hours[index - 1]
  return {
    tickOf: ({ first, last }: { first: number; last: number }) =>
      last > first ? 'day' : twoDigits(hours[first]!) + (isAgain(first) ? '*' : ''),
    tickPlaceOf: ({ first, last }: { first: number; last: number }) => (last > first ? null : hours[first]!),
  }
}
const usual = Array.from({ length: 24 }, (_, hour) => hour)
const ofOctober = [0, 1, 2, ...usual.slice(2)]
const ofMarch = usual.filter((hour) => hour !== 2)

test.each([
  ['a day of 25 hours on a desk: each hour', ofOctober, 1_000, ['00', '01', '02', '02*', '03']],
  ['on a telephone: the even ones of the clock', ofOctober, 450, ['00', '02', '02*', '04', '06']],
  ['a day of 23 hours on a telephone', ofMarch, 420, ['00', '04', '06', '08', '10']],
  ['with less room every third of the clock', ofMarch, 220, ['00', '03', '06', '09', '12']],
])('named on the axis: %s', (_, hours, widthPx, expected) => {
  const data = dayOf(hours)
  const levels = [bars(hours.length), groups(1, hours.length)]
  const names = axisNames(levels, data, { widthPx, gapPx: 8, measure })
  const written = names.stretches.filter((_, index) => isNamed(names, index, data)).map(data.tickOf)
  expect(written.slice(0, 5)).toEqual(expected)
})

test('quarters of an hour are named by hours where they have no room, rather than by their one day', () => {
  const data = {
    barRhythms: [1, 2, 4],
    tickOf: ({ first, last }: { first: number; last: number }) => {
      if (last - first > 4) return '14'
      return first % 4 ? `${twoDigits(Math.floor(first / 4))}:15` : twoDigits(first / 4)
    },
  }
  const levels = [bars(96), groups(24, 4), groups(1, 96)]
  const namesAt = (widthPx: number) => axisNames(levels, data, { widthPx, gapPx: 8, measure })
  expect(namesAt(340)).toEqual({ stretches: levels[1], every: 2 })
  expect(namesAt(1_100)).toEqual({ stretches: levels[0], every: 4 })
})

test('under the hours of several days stand the days', () => {
  const data = {
    tickOf: ({ first, last }: { first: number; last: number }) =>
      last > first ? `day ${first}` : twoDigits(first % 24),
  }
  const levels = [bars(72), groups(3, 24), groups(1, 72)]
  expect(axisNames(levels, data, { widthPx: 700, gapPx: 8, measure })).toEqual({ stretches: levels[1], every: 1 })
})

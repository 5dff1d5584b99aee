import { expect, test } from 'vitest'
import { chooseAxisLabels, isLabelled, labelInterval, labelStart } from './axis-labels.ts'

test.each([
  ['months on a desktop', 40, 72, 1],
  ['months on a phone: every second', 24, 26, 2],
  ['hours on a phone: every second', 14, 13, 2],
  ['a month of days on a phone', 14, 10, 3],
  ['a year of days has no room for labels', 14, 1, null],
])('%s', (_, widest, slot, expected) => {
  expect(labelInterval(widest, slot, 8)).toBe(expected)
})

test.each([
  ['under its bar', 100, 40, 80],
  ['at the left edge', 10, 40, 0],
  ['at the right edge', 195, 40, 160],
])('places a label %s', (_, middle, width, expected) => {
  expect(labelStart(middle, width, 200)).toBe(expected)
})

const twoDigits = (hour: number) => String(hour).padStart(2, '0')
const bars = (count: number) => Array.from({ length: count }, (_, index) => ({ first: index, last: index }))
const groups = (count: number, size: number) =>
  Array.from({ length: count }, (_, index) => ({ first: index * size, last: (index + 1) * size - 1 }))
const measure = (text: string) => 7 * text.length

/** Returns data for the wall-clock hours of a day; a repeated hour gets an asterisk. */
function dayOf(hours: number[]) {
  const isAgain = (index: number) => hours[index] === hours[index - 1]
  return {
    tickOf: ({ first, last }: { first: number; last: number }) =>
      last > first ? 'day' : twoDigits(hours[first]!) + (isAgain(first) ? '*' : ''),
    tickPositionOf: ({ first, last }: { first: number; last: number }) => (last > first ? null : hours[first]!),
  }
}
const usual = Array.from({ length: 24 }, (_, hour) => hour)
const ofOctober = [0, 1, 2, ...usual.slice(2)]
const ofMarch = usual.filter((hour) => hour !== 2)

test.each([
  ['a day of 25 hours on a desktop: each hour', ofOctober, 1_000, ['00', '01', '02', '02*', '03']],
  ['the same day on a phone: the even hours of the clock', ofOctober, 450, ['00', '02', '02*', '04', '06']],
  ['a day of 23 hours on a phone', ofMarch, 420, ['00', '04', '06', '08', '10']],
  ['the same day with less room: every third hour of the clock', ofMarch, 220, ['00', '03', '06', '09', '12']],
])('labels the axis for %s', (_, hours, widthPx, expected) => {
  const data = dayOf(hours)
  const levels = [bars(hours.length), groups(1, hours.length)]
  const names = chooseAxisLabels(levels, data, { widthPx, gapPx: 8, measure })
  const written = names.groups.filter((_, index) => isLabelled(names, index, data)).map(data.tickOf)
  expect(written.slice(0, 5)).toEqual(expected)
})

test('labels quarter-hours by hour where space is short, rather than by their single day', () => {
  const data = {
    labelIntervals: [1, 2, 4],
    tickOf: ({ first, last }: { first: number; last: number }) => {
      if (last - first > 4) return '14'
      return first % 4 ? `${twoDigits(Math.floor(first / 4))}:15` : twoDigits(first / 4)
    },
  }
  const levels = [bars(96), groups(24, 4), groups(1, 96)]
  const namesAt = (widthPx: number) => chooseAxisLabels(levels, data, { widthPx, gapPx: 8, measure })
  expect(namesAt(340)).toEqual({ groups: levels[1], interval: 2 })
  expect(namesAt(1_100)).toEqual({ groups: levels[0], interval: 4 })
})

test('labels the hours of several days by day', () => {
  const data = {
    tickOf: ({ first, last }: { first: number; last: number }) =>
      last > first ? `day ${first}` : twoDigits(first % 24),
  }
  const levels = [bars(72), groups(3, 24), groups(1, 72)]
  expect(chooseAxisLabels(levels, data, { widthPx: 700, gapPx: 8, measure })).toEqual({
    groups: levels[1],
    interval: 1,
  })
})

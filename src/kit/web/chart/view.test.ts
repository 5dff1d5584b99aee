import { expect, test } from 'vitest'
import { dragged, isZoomed, panned, revealing, stepped, stretchAt, wholeOf, zoomed } from './view.ts'

const count = 100
const whole = wholeOf(count)

test.each([
  ['half as many bars, the one looked at where it was', whole, 0.5, 50, [25, 74]],
  ['at the left edge it stays at the left edge', whole, 0.5, 0, [0, 49]],
  ['at the right edge likewise', whole, 0.5, 99, [50, 99]],
  ['from farther away', { first: 40, last: 59 }, 2, 50, [29, 68]],
  ['never beyond all bars', { first: 40, last: 59 }, 20, 50, [0, 99]],
  ['never closer than four', { first: 40, last: 43 }, 0.5, 41, [40, 43]],
  ['one bar at least where rounding would change nothing', { first: 40, last: 44 }, 0.95, 42, [41, 44]],
])('zoom: %s', (_, shown, factor, around, [first, last]) => {
  expect(zoomed(shown, factor, around, count)).toEqual({ first, last })
})

test('three bars cannot be looked at closer', () => {
  expect(zoomed(wholeOf(3), 0.5, 1, 3)).toEqual(wholeOf(3))
})

test.each([
  ['on', 10, [30, 49]],
  ['back', -5, [15, 34]],
  ['not past the end', 500, [80, 99]],
  ['not past the beginning', -500, [0, 19]],
])('pan %s', (_, by, [first, last]) => {
  expect(panned({ first: 20, last: 39 }, by, count)).toEqual({ first, last })
})

test.each([
  ['what is in sight moves nothing', 25, [20, 39]],
  ['what lies before comes to the left edge', 10, [10, 29]],
  ['what lies behind comes to the right edge', 60, [41, 60]],
])('reveal: %s', (_, bar, [first, last]) => {
  expect(revealing({ first: 20, last: 39 }, { first: bar, last: bar }, count)).toEqual({ first, last })
})

test.each([
  ['from left to right', 10, 29, [10, 29]],
  ['from right to left', 29, 10, [10, 29]],
  ['hardly at all', 98, 99, [96, 99]],
])('drag %s', (_, from, to, [first, last]) => {
  expect(dragged(from, to, count)).toEqual({ first, last })
})

const months = [
  { first: 0, last: 30 },
  { first: 31, last: 58 },
  { first: 59, last: 89 },
]

test.each([
  ['the first press selects what is newest', null, 'previous', 2],
  ['the next one', 5, 'next', 1],
  ['the one before, from the middle of a group', 45, 'previous', 0],
  ['nothing before the first', 3, 'previous', 0],
  ['nothing after the last', 70, 'next', 2],
  ['Home', 70, 'first', 0],
  ['End', 3, 'last', 2],
] as const)('a key leads to a bar: %s', (_, selected, step, expected) => {
  expect(stepped(months, selected, step)).toEqual(months[expected])
})

test('without bars no key leads anywhere', () => {
  expect(stepped([], null, 'next')).toBeUndefined()
})

test('a bar is in one group', () => {
  expect(stretchAt(months, 58)).toEqual(months[1])
  expect(stretchAt(months, 90)).toBeUndefined()
})

test('all bars are no zoom', () => {
  expect(isZoomed(whole, count)).toBe(false)
  expect(isZoomed({ first: 0, last: 98 }, count)).toBe(true)
})

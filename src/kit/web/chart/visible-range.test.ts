import { expect, test } from 'vitest'
import {
  findGroupAt,
  fullRange,
  isZoomed,
  panRange,
  rangeOfDrag,
  revealRange,
  stepSelection,
  zoomRange,
} from './visible-range.ts'

const count = 100
const whole = fullRange(count)

test.each([
  ['half as many bars, with the focused one in place', whole, 0.5, 50, [25, 74]],
  ['the left edge stays in place', whole, 0.5, 0, [0, 49]],
  ['the right edge stays in place', whole, 0.5, 99, [50, 99]],
  ['zooms out', { first: 40, last: 59 }, 2, 50, [29, 68]],
  ['never beyond all bars', { first: 40, last: 59 }, 20, 50, [0, 99]],
  ['never fewer than four bars', { first: 40, last: 43 }, 0.5, 41, [40, 43]],
  ['at least one bar less where rounding would change nothing', { first: 40, last: 44 }, 0.95, 42, [41, 44]],
])('zoom: %s', (_, shown, factor, around, [first, last]) => {
  expect(zoomRange(shown, factor, around, count)).toEqual({ first, last })
})

test('does not zoom into three bars', () => {
  expect(zoomRange(fullRange(3), 0.5, 1, 3)).toEqual(fullRange(3))
})

test.each([
  ['on', 10, [30, 49]],
  ['back', -5, [15, 34]],
  ['not past the end', 500, [80, 99]],
  ['not past the start', -500, [0, 19]],
])('pan %s', (_, by, [first, last]) => {
  expect(panRange({ first: 20, last: 39 }, by, count)).toEqual({ first, last })
})

test.each([
  ['a visible bar moves nothing', 25, [20, 39]],
  ['an earlier bar moves to the left edge', 10, [10, 29]],
  ['a later bar moves to the right edge', 60, [41, 60]],
])('reveal: %s', (_, bar, [first, last]) => {
  expect(revealRange({ first: 20, last: 39 }, { first: bar, last: bar }, count)).toEqual({ first, last })
})

test.each([
  ['from left to right', 10, 29, [10, 29]],
  ['from right to left', 29, 10, [10, 29]],
  ['by a minimal distance', 98, 99, [96, 99]],
])('drag %s', (_, from, to, [first, last]) => {
  expect(rangeOfDrag(from, to, count)).toEqual({ first, last })
})

const months = [
  { first: 0, last: 30 },
  { first: 31, last: 58 },
  { first: 59, last: 89 },
]

test.each([
  ['the first press selects the newest group', null, 'previous', 2],
  ['the next group', 5, 'next', 1],
  ['the previous group, from the middle of a group', 45, 'previous', 0],
  ['nothing before the first', 3, 'previous', 0],
  ['nothing after the last', 70, 'next', 2],
  ['Home', 70, 'first', 0],
  ['End', 3, 'last', 2],
] as const)('moves the selection by key: %s', (_, selected, step, expected) => {
  expect(stepSelection(months, selected, step)).toEqual(months[expected])
})

test('selects nothing without bars', () => {
  expect(stepSelection([], null, 'next')).toBeUndefined()
})

test('finds the group of a bar', () => {
  expect(findGroupAt(months, 58)).toEqual(months[1])
  expect(findGroupAt(months, 90)).toBeUndefined()
})

test('is not zoomed when all bars are visible', () => {
  expect(isZoomed(whole, count)).toBe(false)
  expect(isZoomed({ first: 0, last: 98 }, count)).toBe(true)
})

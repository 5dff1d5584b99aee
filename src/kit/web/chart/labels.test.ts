import { expect, test } from 'vitest'
import { labelRhythm, labelStart } from './labels.ts'

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

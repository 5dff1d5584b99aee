import { expect, test } from 'vitest'
import { pagesAround } from './page-numbers.ts'

test.each<[current: number, count: number, expected: (number | null)[], why: string]>([
  [1, 1, [1], 'a single page'],
  [1, 3, [1, 2, 3], 'few pages are all offered'],
  [1, 44, [1, 2, null, 44], 'the beginning of many'],
  [22, 44, [1, null, 21, 22, 23, null, 44], 'the middle of many'],
  [44, 44, [1, null, 43, 44], 'the end of many'],
  [4, 44, [1, 2, 3, 4, 5, null, 44], 'a gap of one page is filled'],
])('around page %i of %i: %j (%s)', (current, count, expected) => {
  expect(pagesAround(current, count)).toEqual(expected)
})

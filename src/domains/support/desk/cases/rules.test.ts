import { expect, test } from 'vitest'
import { parseCaseId, parseCategoryFilter } from './rules.ts'

test.each([
  ['2026-000123', 123],
  [' 123 ', 123],
  ['000123', 123],
  ['2026-000000', null],
  ['2026-', null],
  ['99100733N', null],
  ['12345678901', 12_345_678_901],
  ['12345678901234567', null],
])('parses %j as case id %j', (typed, id) => {
  expect(parseCaseId(typed)).toBe(id)
})

test.each([
  ['category-11', { categoryId: 11 }],
  ['type-invoice', { typeCode: 'invoice' }],
  ['category-x', null],
  ['category-0', null],
  ['other-1', null],
  ['', null],
])('parses the filter %j as %j', (named, category) => {
  expect(parseCategoryFilter(named)).toEqual(category)
})

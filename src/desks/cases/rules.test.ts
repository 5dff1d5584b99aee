import { expect, test } from 'vitest'
import { caseIdIn, readCategory } from './rules.ts'

test.each([
  ['2026-000123', 123],
  [' 123 ', 123],
  ['000123', 123],
  ['2026-000000', null],
  ['2026-', null],
  ['99100733N', null],
  ['12345678901', null],
])('the number %j is of case %j', (typed, id) => {
  expect(caseIdIn(typed)).toBe(id)
})

test.each([
  ['category-11', { categoryId: 11 }],
  ['type-invoice', { typeCode: 'invoice' }],
  ['category-x', null],
  ['category-0', null],
  ['other-1', null],
  ['', null],
])('%j names %j', (named, category) => {
  expect(readCategory(named)).toEqual(category)
})

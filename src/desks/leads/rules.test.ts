import { expect, test } from 'vitest'
import { leadIdIn } from './rules.ts'

test.each([
  ['a number alone', '12', 12],
  ['the name that a draft of a contract has', 'L000012', 12],
  ['no number', 'eva', null],
  ['a phone, which no lead has as its number', '34612345678', null],
])('%s is read as a lead', (_, typed, id) => {
  expect(leadIdIn(typed)).toBe(id)
})

import { expect, test } from 'vitest'
import { parseLeadId } from './rules.ts'

test.each([
  ['a plain number', '12', 12],
  ['the name of a draft contract', 'L000012', 12],
  ['no other text', 'eva', null],
  ['no phone number', '34612345678', null],
])('parses a lead id from %s', (_, typed, id) => {
  expect(parseLeadId(typed)).toBe(id)
})

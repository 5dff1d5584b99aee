import { expect, test } from 'vitest'
import { parseLeadId } from './rules.ts'

test.each([
  ['a plain number', '12', 12],
  ['the name of a draft contract', 'L000012', 12],
  ['no other text', 'eva', null],
  ['a number that may be a phone number as well', '34612345678', 34_612_345_678],
  ['no number that is too long', '12345678901234567', null],
])('parses a lead id from %s', (_, typed, id) => {
  expect(parseLeadId(typed)).toBe(id)
})

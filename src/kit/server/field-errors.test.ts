import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldErrorsOf } from './field-errors.ts'

const Form = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(5)),
  code: z.string().check(z.minLength(3)),
  own: z.string().check(z.maxLength(4, 'too_long')),
  files: z.array(z.string()).check(z.maxLength(1, 'too_many_files')),
  tags: z.array(z.string()).check(z.minLength(2), z.maxLength(3)),
  count: z.number().check(z.gte(2), z.lte(9)),
})
const fit = { name: 'a', code: 'abc', own: 'a', files: [], tags: ['a', 'b'], count: 2 }

test.each([
  ['a text that is too long', { name: 'abcdef' }, { name: ['too_long:5'] }],
  ['a missing text', { name: '' }, { name: ['required'] }],
  ['a text that is too short', { code: 'a' }, { code: ['too_short:3'] }],
  ['a text with its own error code', { own: 'abcde' }, { own: ['too_long:4'] }],
  ['too many files', { files: ['a', 'b'] }, { files: ['too_many_files:1'] }],
  ['too many list elements', { tags: ['a', 'b', 'c', 'd'] }, { tags: ['too_many:3'] }],
  ['too few list elements', { tags: ['a'] }, { tags: ['too_few:2'] }],
  ['a number that is too high', { count: 10 }, { count: ['too_high:9'] }],
  ['a number that is too low', { count: 1 }, { count: ['too_low:2'] }],
])('reports %s with the limit', (_, given, errors) => {
  const { error } = Form.safeParse({ ...fit, ...given })
  expect(fieldErrorsOf(error!.issues)).toEqual(errors)
})

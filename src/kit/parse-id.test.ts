import { expect, test } from 'vitest'
import { parseId } from './parse-id.ts'

test.each<[reason: string, text: string | undefined, id: number | undefined]>([
  ['the smallest', '1', 1],
  ['more than four bytes hold', '3000000000', 3_000_000_000],
  ['the largest that a number represents', '9007199254740991', Number.MAX_SAFE_INTEGER],
  ['one that a number would distort', '9007199254740993', undefined],
  ['more digits than eight bytes hold', '12345678901234567890', undefined],
  ['no row has it', '0', undefined],
  ['a second address of the same row', '01', undefined],
  ['a sign', '-1', undefined],
  ['decimals', '1.0', undefined],
  ['an exponent', '1e3', undefined],
  ['spaces', ' 1', undefined],
  ['a line after it', '1\n', undefined],
  ['a word', 'x', undefined],
  ['nothing', '', undefined],
  ['no text', undefined, undefined],
])('an id in a text: %s', (_, text, id) => {
  expect(parseId(text)).toBe(id)
})

import { expect, test } from 'vitest'
import { breakIntoLines } from './line-breaks.ts'

test.each([
  ['', 4, ['']],
  ['ab cd ef', 5, ['ab cd', 'ef']],
  ['ab cd ', 5, ['ab cd']],
  ['ab\ncd', 5, ['ab', 'cd']],
  ['ab\n', 5, ['ab']],
  // A line may end between any Chinese characters, but not before a full stop.
  ['王王王王王王', 4, ['王王王王', '王王']],
  ['王王王王。', 4, ['王王王', '王。']],
  // A word that is too long for a line.
  ['a Шевченко', 4, ['a', 'Шевч', 'енко']],
  ['\u00a0Нина\u00a0Ан', 4, ['\u00a0Нин', 'а\u00a0Ан']],
])('breaks %j at %i characters into %j', (text, length, lines) => {
  expect(breakIntoLines(text, length, (piece) => piece.length)).toEqual(lines)
})

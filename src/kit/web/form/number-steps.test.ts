import { expect, test } from 'vitest'
import { isAtBound, stepNumber } from './number-steps.ts'

const power = { step: 0.1, min: 1, max: 15 }

test.each<[text: string, direction: 1 | -1, locale: string, expected: string, why: string]>([
  ['4,6', 1, 'es', '4,7', 'one step up, in the mark of the language'],
  ['4.6', 1, 'es', '4,7', 'a point is read as well'],
  ['4,6', -1, 'en', '4.5', 'the answer follows the language, not what was typed'],
  ['1,1', -1, 'es', '1', 'a tenth that binary numbers cannot hold is still left behind'],
  ['4,55', 1, 'es', '4,6', 'from between two steps to the one above'],
  ['4,55', -1, 'es', '4,5', 'from between two steps to the one below'],
  ['14,95', 1, 'es', '15', 'never past the upper bound'],
  ['0,3', 1, 'es', '1', 'up to the lower bound when below it'],
  ['40', -1, 'es', '15', 'down to the upper bound when above it'],
  ['', 1, 'es', '1', 'an empty box begins at the lower bound'],
  ['mucho', -1, 'es', '1', 'so does what is no number'],
])('%s stepped by %i in %s gives %s: %s', (text, direction, locale, expected) => {
  expect(stepNumber(text, direction, power, locale)).toBe(expected)
})

test('steps below zero without bounds', () => {
  expect(stepNumber('0', -1, { step: 5 }, 'es')).toBe('-5')
})

test.each<[text: string, direction: 1 | -1, expected: boolean, why: string]>([
  ['15', 1, true, 'at the upper bound'],
  ['15', -1, false, 'the way back is open'],
  ['1', -1, true, 'at the lower bound'],
  ['', -1, false, 'an empty box is at no bound'],
])('reports for %s in direction %i whether it is at its bound: %s, %s', (text, direction, expected) => {
  expect(isAtBound(text, direction, power, 'es')).toBe(expected)
})

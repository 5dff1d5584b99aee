import { expect, test } from 'vitest'
import { answerBy, type ErasureState, isOpen, mayMove } from './rules.ts'

test.each<[ErasureState, ErasureState, boolean, string]>([
  ['requested', 'in_review', true, 'somebody looks at it'],
  ['in_review', 'requested', false, 'nothing goes back'],
  ['in_review', 'partly_done', true, 'what the law keeps stays'],
  ['requested', 'withdrawn', true, 'whoever asked thinks again'],
  ['done', 'withdrawn', false, 'what is erased is erased'],
  ['refused', 'done', false, 'a new request is another one'],
])('a request of erasure that is %s may become %s: %s (%s)', (from, to, expected) => {
  expect(mayMove(from, to)).toBe(expected)
})

test('a request is open until it has its answer', () => {
  const states: ErasureState[] = ['requested', 'in_review', 'done', 'partly_done', 'refused', 'withdrawn']
  expect(states.filter(isOpen)).toEqual(['requested', 'in_review'])
})

test.each([
  ['2026-11-20', '2026-12-20', 'a month'],
  ['2027-01-31', '2027-02-28', 'or its last day where it is shorter'],
])('the answer to a request of %s comes by %s: %s', (requestedOn, expected) => {
  expect(answerBy(requestedOn)).toBe(expected)
})

import { expect, test } from 'vitest'
import { answerDeadline, canMoveErasure, type ErasureState, isOpenErasure } from './rules.ts'

test.each<[ErasureState, ErasureState, boolean, string]>([
  ['requested', 'in_review', true, 'somebody looks at it'],
  ['in_review', 'requested', false, 'nothing goes back'],
  ['in_review', 'partly_done', true, 'what the law keeps stays'],
  ['requested', 'withdrawn', true, 'whoever asked thinks again'],
  ['done', 'withdrawn', false, 'what is erased is erased'],
  ['refused', 'done', false, 'a new request is another one'],
])('an erasure request that is %s may become %s: %s (%s)', (from, to, expected) => {
  expect(canMoveErasure(from, to)).toBe(expected)
})

test('an erasure request is open until it is answered', () => {
  const states: ErasureState[] = ['requested', 'in_review', 'done', 'partly_done', 'refused', 'withdrawn']
  expect(states.filter(isOpenErasure)).toEqual(['requested', 'in_review'])
})

test.each([
  ['2026-11-20', '2026-12-20', 'a month'],
  ['2027-01-31', '2027-02-28', 'or its last day where it is shorter'],
])('an erasure request of %s is due by %s: %s', (requestedOn, expected) => {
  expect(answerDeadline(requestedOn)).toBe(expected)
})

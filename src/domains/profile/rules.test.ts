import { expect, test } from 'vitest'
import { canMoveErasure, type ErasureState, isOpenErasure } from './rules.ts'

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

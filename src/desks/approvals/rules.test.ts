import { describe, expect, test } from 'vitest'
import { type ApprovalState, approvalStates, decisionProblem, expiryOf, stateAt, withdrawalProblem } from './rules.ts'

const now = new Date('2026-11-20T11:00:00Z')
const open = { state: 'requested', requestedBy: 1, expiresAt: new Date('2026-11-27T11:00:00Z') } as const
const over = { ...open, expiresAt: now }

describe('a decision', () => {
  test.each([
    ['is made by another operator', open, 2, undefined],
    ['is never made by whoever asked', open, 1, 'own_approval'],
    ['is not made when the time is over, to the instant', over, 2, 'approval_expired'],
    ['is not made by whoever asked when the time is over either', over, 1, 'approval_expired'],
  ])('%s', (_, request, operatorId, problem) => {
    expect(decisionProblem(request, { operatorId, now })).toBe(problem)
  })

  test.each(approvalStates.filter((state) => state !== 'requested'))('is not made of what is %s', (state) => {
    const problem = state === 'expired' ? 'approval_expired' : 'approval_decided'
    expect(decisionProblem({ ...open, state }, { operatorId: 2, now })).toBe(problem)
  })
})

describe('a request is taken back', () => {
  test.each([
    ['by whoever made it', open, 1, undefined],
    ['by nobody else', open, 2, 'not_own_approval'],
    ['not when the time is over', over, 1, 'approval_expired'],
    ['not once it was approved', { ...open, state: 'approved' as const }, 1, 'approval_decided'],
  ])('%s', (_, request, operatorId, problem) => {
    expect(withdrawalProblem(request, { operatorId, now })).toBe(problem)
  })
})

test.each<[ApprovalState, Date, ApprovalState]>([
  ['requested', new Date('2026-11-20T11:00:01Z'), 'requested'],
  ['requested', now, 'expired'],
  ['approved', now, 'approved'],
])('what is %s until %s is then %s', (state, expiresAt, then) => {
  expect(stateAt({ state, expiresAt }, now)).toBe(then)
})

test('a request waits for whole days', () => {
  expect(expiryOf(now, 7)).toEqual(new Date('2026-11-27T11:00:00Z'))
})

import { describe, expect, test } from 'vitest'
import {
  type ApprovalState,
  approvalExpiry,
  approvalStateAt,
  approvalStates,
  decisionProblem,
  withdrawalProblem,
} from './rules.ts'

const now = new Date('2026-11-20T11:00:00Z')
const open = { state: 'requested', requestedBy: 1, expiresAt: new Date('2026-11-27T11:00:00Z') } as const
const over = { ...open, expiresAt: now }

describe('a decision', () => {
  test.each([
    ['is made by another operator', open, 2, undefined],
    ['is never made by the requester', open, 1, 'own_approval'],
    ['is not made from the instant of expiry on', over, 2, 'approval_expired'],
    ['is not made by the requester after expiry either', over, 1, 'approval_expired'],
  ])('%s', (_, request, operatorId, problem) => {
    expect(decisionProblem(request, { operatorId, now })).toBe(problem)
  })

  test.each(approvalStates.filter((state) => state !== 'requested'))('is refused for a request that is %s', (state) => {
    const problem = state === 'expired' ? 'approval_expired' : 'approval_decided'
    expect(decisionProblem({ ...open, state }, { operatorId: 2, now })).toBe(problem)
  })
})

describe('a request can be withdrawn', () => {
  test.each([
    ['by its requester', open, 1, undefined],
    ['by no other operator', open, 2, 'not_own_approval'],
    ['not after its expiry', over, 1, 'approval_expired'],
    ['not after its approval', { ...open, state: 'approved' as const }, 1, 'approval_decided'],
  ])('%s', (_, request, operatorId, problem) => {
    expect(withdrawalProblem(request, { operatorId, now })).toBe(problem)
  })
})

test.each<[ApprovalState, Date, ApprovalState]>([
  ['requested', new Date('2026-11-20T11:00:01Z'), 'requested'],
  ['requested', now, 'expired'],
  ['approved', now, 'approved'],
])('a %s request that expires at %s is then %s', (state, expiresAt, then) => {
  expect(approvalStateAt({ state, expiresAt }, now)).toBe(then)
})

test('an approval request expires after whole days', () => {
  expect(approvalExpiry(now, 7)).toEqual(new Date('2026-11-27T11:00:00Z'))
})

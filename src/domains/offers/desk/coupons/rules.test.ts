import { expect, test } from 'vitest'
import { campaignStateOn, codeStateOn } from './rules.ts'

const today = '2026-11-20'

test.each([
  [true, '2026-11-20', null, 'running'],
  [true, '2026-11-21', null, 'planned'],
  [true, '2026-01-01', '2026-11-20', 'ended'],
  [true, '2026-01-01', '2026-11-21', 'running'],
  [false, '2026-01-01', null, 'off'],
] as const)('a campaign (active: %s) from %s until %s is %s', (isActive, fromDay, toDay, state) => {
  expect(campaignStateOn({ isActive, fromDay, toDay }, today)).toBe(state)
})

test.each([
  [{ isActive: true, isRedeemed: false, expiresOn: '2026-11-20' }, 'open', 'its last day'],
  [{ isActive: true, isRedeemed: false, expiresOn: '2026-11-19' }, 'over', 'the day after'],
  [{ isActive: false, isRedeemed: false, expiresOn: null }, 'off', 'switched off'],
  [{ isActive: false, isRedeemed: true, expiresOn: '2026-01-01' }, 'redeemed', 'what was used stays used'],
] as const)('a code like %j is %s: %s', (code, state, _reason) => {
  expect(codeStateOn(code, today)).toBe(state)
})

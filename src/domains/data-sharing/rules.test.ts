import { expect, test } from 'vitest'
import { type ConsentState, consentStateAt } from './rules.ts'

const now = new Date('2026-11-27T10:00:00Z')
const later = new Date('2026-11-27T10:00:01Z')

test.each<[Parameters<typeof consentStateAt>[0], ConsentState, string]>([
  [{ endReason: null, expiresAt: later, hasAccess: true }, 'active', 'until its end'],
  [{ endReason: null, expiresAt: now, hasAccess: true }, 'expired', 'from its end on, before a job has noted it'],
  [{ endReason: null, expiresAt: later, hasAccess: false }, 'access_revoked', 'once its key was revoked elsewhere'],
  [{ endReason: null, expiresAt: now, hasAccess: false }, 'expired', 'its end comes before the end of its key'],
  [{ endReason: 'withdrawn', expiresAt: later, hasAccess: false }, 'withdrawn', 'as its customer ended it'],
  [{ endReason: 'withdrawn', expiresAt: now, hasAccess: false }, 'withdrawn', 'for good'],
])('a consent %j is %s: %s', (facts, state) => {
  expect(consentStateAt(facts, now)).toBe(state)
})

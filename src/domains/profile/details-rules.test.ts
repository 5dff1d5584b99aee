import { expect, test } from 'vitest'
import { emailCodeLimits, isCodeOpen } from './details-rules.ts'

const now = new Date('2026-11-20T10:00:00Z')
const pending = { email: 'new@example.test', proof: 'x', until: '2026-11-20T10:30:00Z', tries: 0 }

test.each([
  ['one that was just sent', pending, true],
  ['one with one try left', { ...pending, tries: emailCodeLimits.maxTries - 1 }, true],
  ['one with too many tries', { ...pending, tries: emailCodeLimits.maxTries }, false],
  ['one that has expired', { ...pending, until: '2026-11-20T10:00:00Z' }, false],
  ['none', null, false],
])('the code of a new address can be entered, for %s: %o', (_, given, isOpen) => {
  expect(isCodeOpen(given, now)).toBe(isOpen)
})

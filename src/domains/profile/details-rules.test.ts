import { expect, test } from 'vitest'
import { emailCode, isCodeOpen } from './details-rules.ts'

const now = new Date('2026-11-20T10:00:00Z')
const pending = { email: 'new@example.test', proof: 'x', until: '2026-11-20T10:30:00Z', tries: 0 }

test.each([
  ['one that was just sent', pending, true],
  ['one with its last try', { ...pending, tries: emailCode.mostTries - 1 }, true],
  ['one that was tried too often', { ...pending, tries: emailCode.mostTries }, false],
  ['one whose time is over', { ...pending, until: '2026-11-20T10:00:00Z' }, false],
  ['none', null, false],
])('the code of a new address can be typed, for %s: %o', (_, given, isOpen) => {
  expect(isCodeOpen(given, now)).toBe(isOpen)
})

import { expect, test } from 'vitest'
import { canRetry, maskedAddress } from './rules.ts'

test.each([
  ['eva@example.test', 'e•••@example.test'],
  ['+34612345678', '••• ••• 678'],
])('%s is shown as %s', (address, masked) => {
  expect(maskedAddress(address)).toBe(masked)
})

const failed = { kind: 'support.answered', isGivenUp: true, isSent: false, tries: 12 }
test.each([
  ['one that was given up', {}, true],
  ['one that is tried again later', { isGivenUp: false, tries: 1 }, true],
  ['not one that waits for its first try', { isGivenUp: false, tries: 0 }, false],
  ['not one that is out', { isGivenUp: false, isSent: true }, false],
  ['not a code, which is over', { kind: 'signatures.code' }, false],
  ['not a text message', { kind: 'sms.activate' }, false],
])('may be sent again: %s', (_, given, may) => {
  expect(canRetry({ ...failed, ...given })).toBe(may)
})

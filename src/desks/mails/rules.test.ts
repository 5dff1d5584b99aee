import { expect, test } from 'vitest'
import { hindranceTo, maskedAddress } from './rules.ts'

test.each([
  ['eva@example.test', 'e•••@example.test'],
  ['+34612345678', '••• ••• 678'],
])('%s is shown as %s', (address, masked) => {
  expect(maskedAddress(address)).toBe(masked)
})

const now = new Date('2026-11-20T11:00:00Z')
const later = new Date('2026-11-20T11:00:01Z')
const failed = { kind: 'support.answered', isGivenUp: true, isSent: false, tries: 12, hasLink: true, until: null }
test.each([
  ['one that was given up', {}, null],
  ['one that is tried again later', { isGivenUp: false, tries: 1 }, null],
  ['not one that waits for its first try', { isGivenUp: false, tries: 0 }, 'not_retriable'],
  ['not one that is out', { isGivenUp: false, isSent: true }, 'not_retriable'],
  ['not a code', { kind: 'signatures.code' }, 'code_over'],
  ['not a code by text message', { kind: 'sms.code', hasLink: false }, 'code_over'],
  [
    'not a code that is out, which may have come in time',
    { kind: 'sms.code', isGivenUp: false, isSent: true },
    'not_retriable',
  ],
  ['a text message with a link', { kind: 'sms.activate', until: later }, null],
  ['not with a link that has just ended', { kind: 'sms.activate', until: now }, 'link_over'],
  ['nor by mail', { kind: 'contracting.activate', until: now }, 'link_over'],
  ['not a text message of which nothing was kept', { kind: 'sms.activate', hasLink: false }, 'not_retriable'],
] as const)('may be sent again: %s', (_, given, hindrance) => {
  expect(hindranceTo({ ...failed, ...given }, now)).toBe(hindrance)
})

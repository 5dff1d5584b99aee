import { expect, test } from 'vitest'
import { findRetryHindrance } from './rules.ts'

const now = new Date('2026-11-20T11:00:00Z')
const later = new Date('2026-11-20T11:00:01Z')
const failed = {
  kind: 'support.answered',
  isGivenUp: true,
  isSent: false,
  tries: 12,
  hasLink: true,
  linkExpiresAt: null,
}
test.each([
  ['a message that was given up', {}, null],
  ['a message that awaits a retry', { isGivenUp: false, tries: 1 }, null],
  ['not a message that awaits its first attempt', { isGivenUp: false, tries: 0 }, 'not_retriable'],
  ['not a sent message', { isGivenUp: false, isSent: true }, 'not_retriable'],
  ['not a code', { kind: 'signatures.code' }, 'code_over'],
  ['not a code by text message', { kind: 'sms.code', hasLink: false }, 'code_over'],
  [
    'not a sent code, which may have arrived in time',
    { kind: 'sms.code', isGivenUp: false, isSent: true },
    'not_retriable',
  ],
  ['a text message with a link', { kind: 'sms.activate', linkExpiresAt: later }, null],
  ['not a text message with an expired link', { kind: 'sms.activate', linkExpiresAt: now }, 'link_over'],
  ['not a mail with an expired link', { kind: 'contracting.activate', linkExpiresAt: now }, 'link_over'],
  ['not a text message without stored content', { kind: 'sms.activate', hasLink: false }, 'not_retriable'],
] as const)('can be sent again: %s', (_, given, hindrance) => {
  expect(findRetryHindrance({ ...failed, ...given }, now)).toBe(hindrance)
})

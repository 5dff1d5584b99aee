import { describe, expect, test } from 'vitest'
import {
  announceSeconds,
  isRotating,
  leaseSeconds,
  refreshSeconds,
  retirementBlockerOf,
  settleSeconds,
} from './rules.ts'

const now = new Date('2026-11-22T10:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const dayAgo = (days: number) => secondsAgo(days * 24 * 3600)

test('every server that may use keys has read a new one before any server uses it', () => {
  expect(refreshSeconds).toBeLessThan(leaseSeconds)
  expect(leaseSeconds).toBeLessThan(announceSeconds)
  expect(leaseSeconds).toBeLessThan(settleSeconds)
})

describe('a key', () => {
  const keyStatus = { purpose: 'sealing' as const, succeededAt: dayAgo(1), encryptedTextCount: 0, now, isForced: false }

  test.each([
    ['is retired when nothing uses it', {}, null],
    ['stays as the newest', { succeededAt: null }, 'in_use'],
    ['stays while its successor is only announced', { succeededAt: secondsAgo(-60) }, 'in_use'],
    ['stays while a server may still encrypt with it', { succeededAt: secondsAgo(settleSeconds) }, 'until'],
    ['stays while a text is encrypted with it', { encryptedTextCount: 1 }, 'texts'],
    ['stays while a text is encrypted with it, even if forced', { encryptedTextCount: 1, isForced: true }, 'texts'],
    [
      'stays while a browser may carry what it encrypted, even if forced',
      { succeededAt: secondsAgo(300), isForced: true },
      'until',
    ],
    [
      'stays while sessions and known browsers carry its mark',
      { purpose: 'session', succeededAt: dayAgo(364) },
      'until',
    ],
    ['is retired once these have expired', { purpose: 'session', succeededAt: dayAgo(366) }, null],
    ['is retired earlier if forced, because it is compromised', { purpose: 'session', isForced: true }, null],
    [
      'stays while its successor is not used everywhere, even if forced',
      { purpose: 'session', isForced: true, succeededAt: secondsAgo(settleSeconds - 1) },
      'until',
    ],
    ['stays as long as links in mails are valid', { purpose: 'newsletter', succeededAt: dayAgo(364) }, 'until'],
    [
      'is retired minutes after the last code',
      { purpose: 'signature-codes', succeededAt: secondsAgo(settleSeconds + 600) },
      null,
    ],
    [
      'stays until the last code has expired',
      { purpose: 'signature-codes', succeededAt: secondsAgo(settleSeconds + 599) },
      'until',
    ],
  ] as const)('%s', (_, given, kind) => {
    expect(retirementBlockerOf({ ...keyStatus, ...given })?.kind ?? null).toBe(kind)
  })
})

describe('a rotation', () => {
  const ended = { inForceFrom: dayAgo(1), isFirst: false, textsUnderOthers: 0, now }

  test.each([
    ['begins where the previous one has ended', {}, false],
    ['begins on a new installation', { isFirst: true, inForceFrom: now }, false],
    ['continues before its key is used', { inForceFrom: secondsAgo(-60) }, true],
    ['continues while servers may still use the previous key', { inForceFrom: secondsAgo(settleSeconds - 1) }, true],
    ['continues while something is encrypted under another key', { textsUnderOthers: 1 }, true],
  ])('%s', (_, given, isGoingOn) => {
    expect(isRotating({ ...ended, ...given })).toBe(isGoingOn)
  })
})

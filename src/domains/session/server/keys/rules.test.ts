import { describe, expect, test } from 'vitest'
import { announceSeconds, isRotating, leaseSeconds, reasonToKeep, refreshSeconds, settleSeconds } from './rules.ts'

const now = new Date('2026-11-22T10:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const dayAgo = (days: number) => secondsAgo(days * 24 * 3600)

test('every server that may still use keys has read a new one before anybody uses it', () => {
  expect(refreshSeconds).toBeLessThan(leaseSeconds)
  expect(leaseSeconds).toBeLessThan(announceSeconds)
  expect(leaseSeconds).toBeLessThan(settleSeconds)
})

describe('a key', () => {
  const kept = { purpose: 'sealing' as const, succeededAt: dayAgo(1), sealedTexts: 0, now, isForced: false }

  test.each([
    ['is retired with nothing left under it', {}, null],
    ['stays as the newest', { succeededAt: null }, 'in_use'],
    ['stays while its successor is only announced', { succeededAt: secondsAgo(-60) }, 'in_use'],
    ['stays while a server may still seal with it', { succeededAt: secondsAgo(settleSeconds) }, 'until'],
    ['stays while something is sealed with it', { sealedTexts: 1 }, 'texts'],
    ['stays while something is sealed with it, whoever insists', { sealedTexts: 1, isForced: true }, 'texts'],
    ['stays while a browser may carry what it sealed', { succeededAt: secondsAgo(300), isForced: true }, 'until'],
    [
      'stays while sessions and known browsers carry its mark',
      { purpose: 'session', succeededAt: dayAgo(364) },
      'until',
    ],
    ['is retired once these have expired', { purpose: 'session', succeededAt: dayAgo(366) }, null],
    ['is retired before that where somebody else knows it', { purpose: 'session', isForced: true }, null],
    [
      'stays while its successor is not used everywhere',
      { purpose: 'session', isForced: true, succeededAt: secondsAgo(settleSeconds - 1) },
      'until',
    ],
    ['stays as long as links of mails are good', { purpose: 'newsletter', succeededAt: dayAgo(364) }, 'until'],
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
    expect(reasonToKeep({ ...kept, ...given })?.kind ?? null).toBe(kind)
  })
})

describe('a rotation', () => {
  const ended = { inForceFrom: dayAgo(1), isFirst: false, textsUnderOthers: 0, now }

  test.each([
    ['begins where the one before has ended', {}, false],
    ['begins on a new installation', { isFirst: true, inForceFrom: now }, false],
    ['goes on before its key is used', { inForceFrom: secondsAgo(-60) }, true],
    ['goes on while servers may still use the key before', { inForceFrom: secondsAgo(settleSeconds - 1) }, true],
    ['goes on while something is under another key', { textsUnderOthers: 1 }, true],
  ])('%s', (_, given, isGoingOn) => {
    expect(isRotating({ ...ended, ...given })).toBe(isGoingOn)
  })
})

import { describe, expect, test } from 'vitest'
import { codeAt, findMatchingStep, generateSecret, otpauthUri } from './one-time-codes.ts'

/** "12345678901234567890" in base32, the secret of the examples of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const examples: [seconds: number, ofEightDigits: string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
]

test.each(examples)('at second %d the code is the end of %s', (seconds, code) => {
  expect(codeAt(secret, new Date(seconds * 1000))).toBe(code.slice(-6))
})

describe('a code entered by the user', () => {
  const now = new Date(1111111111000)
  const step = 37037037
  const cases: [reason: string, typed: string, lastStep: number, expected: number | null][] = [
    ['is accepted if current', codeAt(secret, now), 0, step],
    [
      'is accepted from the previous step, for a slow user',
      codeAt(secret, new Date(now.getTime() - 30_000)),
      0,
      step - 1,
    ],
    ['is accepted from the next step, for a fast clock', codeAt(secret, new Date(now.getTime() + 30_000)), 0, step + 1],
    ['is refused from a minute ago', codeAt(secret, new Date(now.getTime() - 60_000)), 0, null],
    ['is refused if already used', codeAt(secret, now), step, null],
    ['is refused if older than the last one used', codeAt(secret, new Date(now.getTime() - 30_000)), step, null],
    ['is refused with another secret', codeAt(generateSecret(), now), 0, null],
    ['is refused if empty', '', 0, null],
    ['is refused with an extra digit', `${codeAt(secret, now)}0`, 0, null],
  ]
  test.each(cases)('%s', (_, typed, lastStep, expected) => {
    expect(findMatchingStep(secret, typed, { now, lastStep })).toBe(expected)
  })
})

test('a secret has 160 bits and differs each time', () => {
  expect(generateSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(generateSecret()).not.toBe(generateSecret())
})

test('an otpauth URI names retailer and account', () => {
  expect(otpauthUri(secret, { issuer: 'Demo Energia', account: 'anna@example.test' })).toBe(
    `otpauth://totp/Demo%20Energia:anna%40example.test?secret=${secret}&issuer=Demo%20Energia&algorithm=SHA1&digits=6&period=30`,
  )
})

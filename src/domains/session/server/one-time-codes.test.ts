import { describe, expect, test } from 'vitest'
import { codeAt, makeSecret, secretAddress, stepOfCode } from './one-time-codes.ts'

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

describe('a typed code', () => {
  const now = new Date(1111111111000)
  const step = 37037037
  const cases: [reason: string, typed: string, lastStep: number, expected: number | null][] = [
    ['of now is taken', codeAt(secret, now), 0, step],
    ['of the step before, by a slow hand', codeAt(secret, new Date(now.getTime() - 30_000)), 0, step - 1],
    ['of the next one, by a fast clock', codeAt(secret, new Date(now.getTime() + 30_000)), 0, step + 1],
    ['of a minute ago is too old', codeAt(secret, new Date(now.getTime() - 60_000)), 0, null],
    ['that was taken is not taken again', codeAt(secret, now), step, null],
    ['older than the last is not taken', codeAt(secret, new Date(now.getTime() - 30_000)), step, null],
    ['of another secret', codeAt(makeSecret(), now), 0, null],
    ['that is none', '', 0, null],
    ['with more to it', `${codeAt(secret, now)}0`, 0, null],
  ]
  test.each(cases)('%s', (_, typed, lastStep, expected) => {
    expect(stepOfCode(secret, typed, { now, lastStep })).toBe(expected)
  })
})

test('a secret has 160 bits and is never the same', () => {
  expect(makeSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(makeSecret()).not.toBe(makeSecret())
})

test('apps take it over by an address that names retailer and account', () => {
  expect(secretAddress(secret, { issuer: 'Demo Energia', account: 'anna@example.test' })).toBe(
    `otpauth://totp/Demo%20Energia:anna%40example.test?secret=${secret}&issuer=Demo%20Energia&algorithm=SHA1&digits=6&period=30`,
  )
})

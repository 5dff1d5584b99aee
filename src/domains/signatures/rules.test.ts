import { describe, expect, test } from 'vitest'
import { codeStateAt, parseCode, secondsToNextCode, signatureStateAt, triesLeft } from './rules.ts'

const now = new Date('2026-11-20T09:00:00Z')
const minutesFromNow = (count: number) => new Date(now.getTime() + count * 60_000)

describe('a signature', () => {
  test.each([
    ['waiting', 1, 'waiting', 'before its deadline'],
    ['waiting', 0, 'expired', 'at its deadline, before a job has recorded it'],
    ['signed', -1, 'signed', 'a document signed in time stays signed'],
    ['cancelled', -1, 'cancelled', 'a cancelled signature never expires'],
  ] as const)('in state %s with its deadline in %d minutes is %s: %s', (state, end, expected, _) => {
    expect(signatureStateAt({ state, expiresAt: minutesFromNow(end) }, now)).toBe(expected)
  })
})

describe('a code', () => {
  test.each([
    [null, 'none', 'none was sent'],
    [{ expiresAt: minutesFromNow(1), tries: 4 }, 'open', 'the fifth try is left'],
    [{ expiresAt: minutesFromNow(1), tries: 5 }, 'used_up', 'five tries were made'],
    [{ expiresAt: minutesFromNow(0), tries: 0 }, 'expired', 'it expires at this instant'],
    [{ expiresAt: minutesFromNow(-5), tries: 5 }, 'used_up', 'used up comes before expired'],
  ] as const)('%j is %s: %s', (code, expected, _) => {
    expect(codeStateAt(code, now)).toBe(expected)
  })

  test.each([
    [0, 5],
    [4, 1],
    [7, 0],
  ])('after %d tries has %d left', (tries, expected) => {
    expect(triesLeft({ tries })).toBe(expected)
  })
})

describe('another code', () => {
  test.each([
    [[], 0, 'none was sent'],
    [[50, 40, 30, 20], 0, 'four are fewer than five'],
    [[50, 40, 30, 20, 10], 600, 'the oldest is an hour old in ten minutes'],
    [[61, 40, 30, 20, 10], 0, 'the oldest is more than an hour old'],
    [[60, 40, 30, 20, 10], 0, 'the oldest is exactly an hour old'],
    [[10, 20, 30, 40, 50], 600, 'their order does not matter'],
    [[59, 50, 40, 30, 20, 10], 600, 'of six, the two oldest must be an hour old'],
  ])('after codes sent %j minutes ago can be sent in %d seconds: %s', (minutesAgo, expected) => {
    const sentAt = minutesAgo.map((count) => minutesFromNow(-count))
    expect(secondsToNextCode(sentAt, now)).toBe(expected)
  })
})

test.each([
  ['012345', '012345', 'a leading zero is a digit'],
  [' 012 345 ', '012345', 'in two groups, with spaces around'],
  ['012-345', '012345', 'with a hyphen'],
  ['12345', null, 'a digit too few'],
  ['1234567', null, 'a digit too many'],
  ['12345a', null, 'a letter'],
])('parses %j as the code %j: %s', (input, expected, _) => {
  expect(parseCode(input)).toBe(expected)
})

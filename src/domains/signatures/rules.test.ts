import { describe, expect, test } from 'vitest'
import { codeStatus, parseCode, secondsToNextCode, statusOfSignature, triesLeft } from './rules.ts'

const now = new Date('2026-11-20T09:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

describe('a signature', () => {
  test.each([
    ['waiting', 1, 'waiting', 'until its end'],
    ['waiting', 0, 'expired', 'at its end, before a job has written that down'],
    ['signed', -1, 'signed', 'what was signed in time stays signed'],
    ['cancelled', -1, 'cancelled', 'what was called off stays so'],
  ] as const)('in state %s that ends in %d minutes is %s: %s', (state, end, expected, _) => {
    expect(statusOfSignature({ state, expiresAt: minutes(end) }, now)).toBe(expected)
  })
})

describe('a code', () => {
  test.each([
    [null, 'none', 'nothing was sent'],
    [{ expiresAt: minutes(1), tries: 4 }, 'open', 'the fifth try is left'],
    [{ expiresAt: minutes(1), tries: 5 }, 'used_up', 'five tries were made'],
    [{ expiresAt: minutes(0), tries: 0 }, 'expired', 'its time is over'],
    [{ expiresAt: minutes(-5), tries: 5 }, 'used_up', 'the first reason stays the reason'],
  ] as const)('in state %j is %s: %s', (code, expected, _) => {
    expect(codeStatus(code, now)).toBe(expected)
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
    [[-50, -40, -30, -20], 0, 'four are fewer than five'],
    [[-50, -40, -30, -20, -10], 600, 'the oldest is an hour old in ten minutes'],
    [[-61, -40, -30, -20, -10], 0, 'the oldest is out of the hour'],
    [[-10, -20, -30, -40, -50], 600, 'their order is no matter'],
    [[-59, -50, -40, -30, -20, -10], 600, 'with six, two must be gone'],
  ])('after codes %j minutes ago can be sent in %d seconds: %s', (sent, expected) => {
    expect(secondsToNextCode(sent.map(minutes), now)).toBe(expected)
  })
})

test.each([
  ['012345', '012345', 'zeros count'],
  [' 012 345 ', '012345', 'as mails show it'],
  ['012-345', '012345', 'with a hyphen'],
  ['12345', null, 'one digit is missing'],
  ['1234567', null, 'one too many'],
  ['12345a', null, 'a letter'],
])('parses %j as the code %j: %s', (typed, expected, _) => {
  expect(parseCode(typed)).toBe(expected)
})

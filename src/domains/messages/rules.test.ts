import { describe, expect, test } from 'vitest'
import { holdsCode, mailStatusOf, maxTries, retryPauseSeconds, shouldSendMessage, topicOf } from './rules.ts'

describe('the topic of a message', () => {
  test.each([
    ['payments.succeeded', 'payments', 'each domain has its topic'],
    ['changes.power.done', 'requests', 'whatever the key'],
    ['tariff-options.chosen', 'requests', 'a choice of a tariff is asked for like a change'],
    ['session.passwordChanged', 'account', 'the account itself'],
    ['somewhere.new', 'account', 'what nobody has sorted is sent to everybody'],
  ])('of %s is %s: %s', (kind, topic) => {
    expect(topicOf(kind)).toBe(topic)
  })
})

describe('shouldSendMessage', () => {
  test.each([
    ['payments.succeeded', [], true, 'to whoever has chosen nothing'],
    ['payments.succeeded', ['payments'], false, 'not to whoever does without its topic'],
    ['payments.succeeded', ['cases'], true, 'to whoever does without another'],
    ['session.passwordChanged', ['account'], true, 'about the account, whatever is kept'],
    ['signatures.code', ['signatures'], true, 'about signatures, whatever is kept'],
  ])('for %s with %j returns %s, %s', (kind, unwanted, expected) => {
    expect(shouldSendMessage(kind, unwanted)).toBe(expected)
  })
})

test.each([
  ['signatures.code', true],
  ['session.secondFactorCode', true],
  ['session.sign-in-code', true],
  ['profile.email.code', true],
  ['payments.succeeded', false],
  ['support.decoded', false],
])('%s holds a one-time code: %s', (kind, expected) => {
  expect(holdsCode(kind)).toBe(expected)
})

test('retry pauses grow, and the last try takes place most of a day after the first', () => {
  const pauses = Array.from({ length: maxTries - 1 }, (_, index) => retryPauseSeconds(index + 1))
  expect(pauses.slice(0, 4)).toEqual([60, 120, 240, 480])
  expect(pauses.at(-1)).toBe(3 * 3600)
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3600
  expect(hours).toBeGreaterThan(12)
  expect(hours).toBeLessThan(24)
})

test.each([
  [{ isSent: false, isGivenUp: false, addresses: [] }, 'waiting'],
  [{ isSent: false, isGivenUp: false, addresses: ['a@example.test'] }, 'waiting'],
  [{ isSent: true, isGivenUp: false, addresses: ['a@example.test'] }, 'sent'],
  [{ isSent: true, isGivenUp: false, addresses: [] }, 'not_wanted'],
  [{ isSent: false, isGivenUp: true, addresses: [] }, 'failed'],
] as const)('%j has the mail status %s', (known, standing) => {
  expect(mailStatusOf(known)).toBe(standing)
})

import { describe, expect, test } from 'vitest'
import { deliveryStatusOf, holdsCode, maxTries, retryPauseSeconds, shouldSendMessage, topicOf } from './rules.ts'

describe('the topic of a message', () => {
  test.each([
    ['payments.succeeded', 'payments', 'its domain has a topic'],
    ['changes.power.done', 'requests', 'the rest of the kind does not matter'],
    ['tariff-options.chosen', 'requests', 'the choice of a tariff option is a request'],
    ['session.passwordChanged', 'account', 'its domain has no topic of its own'],
    ['somewhere.new', 'account', 'an unknown domain is never opted out of'],
  ])('of %s is %s: %s', (kind, topic) => {
    expect(topicOf(kind)).toBe(topic)
  })
})

describe('a message', () => {
  test.each([
    ['payments.succeeded', [], 'is sent', 'to a user who has opted out of nothing'],
    ['payments.succeeded', ['payments'], 'is not sent', 'to a user who has opted out of its topic'],
    ['payments.succeeded', ['cases'], 'is sent', 'to a user who has opted out of another topic'],
    ['session.passwordChanged', ['account'], 'is sent', 'to a user who has opted out of a required topic'],
    ['signatures.code', ['signatures'], 'is sent', 'to a user who has opted out of a required topic'],
  ])('%s, with %j unwanted, %s %s', (kind, unwanted, expected) => {
    expect(shouldSendMessage(kind, unwanted)).toBe(expected === 'is sent')
  })
})

test.each([
  ['signatures.code', true, 'its key is code'],
  ['session.secondFactorCode', true, 'its key ends in Code'],
  ['session.sign-in-code', true, 'its key ends in the word code'],
  ['profile.email.code', true, 'the last part of its key is code'],
  ['payments.succeeded', false, 'its key does not end in code'],
  ['support.decoded', false, 'its key contains code within a word'],
  ['support.decode', false, 'its key ends within a word'],
])('whether %s holds a one-time code is %s: %s', (kind, expected) => {
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
] as const)('a message with %j has the delivery status %s', (delivery, status) => {
  expect(deliveryStatusOf(delivery)).toBe(status)
})

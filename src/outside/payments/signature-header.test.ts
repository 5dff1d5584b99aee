import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { reportToleranceSeconds } from './payments.ts'
import { createSandboxPayments } from './sandbox.ts'
import { createStripePayments } from './stripe.ts'

const secret = 'whsec_test'
const now = new Date('2026-11-20T10:00:00Z')
const at = now.getTime() / 1000
const rawBody = '{"id":"evt_1"}'
const macOf = (seconds: number, key = secret) => createHmac('sha256', key).update(`${seconds}.${rawBody}`).digest('hex')
const right = macOf(at)
const other = macOf(at, 'another secret')
const signedAt = (seconds: number) => `t=${seconds},v1=${macOf(seconds)}`

const stripe = createStripePayments({ secretKey: 'sk_1', publishableKey: 'pk_1', webhookSecret: secret })
const sandbox = createSandboxPayments({ db: undefined as never, clock: () => now, webhookSecret: secret })

describe.each([
  ['Stripe', stripe, 'stripe-signature'],
  ['the sandbox', sandbox, 'sandbox-signature'],
])('a report of %s', (_, payments, name) => {
  test.each<[string, unknown, boolean]>([
    ['signed now', signedAt(at), true],
    ['signed within the tolerance', signedAt(at - reportToleranceSeconds), true],
    ['of a clock that is a little ahead', signedAt(at + reportToleranceSeconds), true],
    ['with two signatures, while the secret changes', `t=${at},v1=${other},v1=${right}`, true],
    ['with an older scheme beside', `t=${at},v1=${right},v0=${other}`, true],
    ['without a signature', undefined, false],
    ['with an empty one', '', false],
    ['with a blank one', ' ', false],
    ['with none in it', `t=${at}`, false],
    ['with no time', `v1=${right}`, false],
    ['with a time that is none', `t=now,v1=${right}`, false],
    ['with an empty time', `t=,v1=${right}`, false],
    ['with a signature of something else', `t=${at},v1=${other}`, false],
    ['with an older scheme alone', `t=${at},v0=${right}`, false],
    ['with half a signature', `t=${at},v1=${right.slice(0, 32)}`, false],
    ['signed long ago', signedAt(at - reportToleranceSeconds - 1), false],
    ['signed for the future', signedAt(at + reportToleranceSeconds + 1), false],
    ['signed for the next century', signedAt(at + 3_000_000_000), false],
    ['with a list of headers', [signedAt(at)], false],
    ['with two headers in one', `${signedAt(at)}, ${signedAt(at)}`, false],
    ['with a header as long as a book', `t=${at}${`,v1=${other}`.repeat(1_000)},v1=${right}`, false],
  ])('%s: %o', (_, header, isBelieved) => {
    const event = payments.verifyReport({ rawBody, headers: { [name]: header }, now })
    expect(event !== null).toBe(isBelieved)
  })
})

import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { reportToleranceSeconds } from './payment-provider.ts'
import { createSandboxPaymentProvider } from './sandbox.ts'
import { createStripeProvider } from './stripe.ts'

const secret = 'whsec_test'
const now = new Date('2026-11-20T10:00:00Z')
const at = now.getTime() / 1000
const rawBody = '{"id":"evt_1"}'
const macOf = (seconds: number, key = secret) => createHmac('sha256', key).update(`${seconds}.${rawBody}`).digest('hex')
const right = macOf(at)
const other = macOf(at, 'another secret')
const signedAt = (seconds: number) => `t=${seconds},v1=${macOf(seconds)}`

const stripe = createStripeProvider({ secretKey: 'sk_1', publishableKey: 'pk_1', webhookSecret: secret })
const sandbox = createSandboxPaymentProvider({ db: undefined as never, clock: () => now, webhookSecret: secret })

describe.each([
  ['Stripe', stripe, 'stripe-signature'],
  ['the sandbox', sandbox, 'sandbox-signature'],
])('a report of %s', (_, payments, name) => {
  test.each<[string, unknown, boolean]>([
    ['signed now', signedAt(at), true],
    ['signed within the tolerance', signedAt(at - reportToleranceSeconds), true],
    ['signed by a clock slightly ahead', signedAt(at + reportToleranceSeconds), true],
    ['with two signatures during a secret rotation', `t=${at},v1=${other},v1=${right}`, true],
    ['with an additional older scheme', `t=${at},v1=${right},v0=${other}`, true],
    ['without a signature', undefined, false],
    ['with an empty header', '', false],
    ['with a blank header', ' ', false],
    ['without a signature in the header', `t=${at}`, false],
    ['without a time', `v1=${right}`, false],
    ['with an invalid time', `t=now,v1=${right}`, false],
    ['with an empty time', `t=,v1=${right}`, false],
    ['with a signature of other content', `t=${at},v1=${other}`, false],
    ['with an older scheme only', `t=${at},v0=${right}`, false],
    ['with a truncated signature', `t=${at},v1=${right.slice(0, 32)}`, false],
    ['signed too long ago', signedAt(at - reportToleranceSeconds - 1), false],
    ['signed in the future', signedAt(at + reportToleranceSeconds + 1), false],
    ['signed in the next century', signedAt(at + 3_000_000_000), false],
    ['with a list of headers', [signedAt(at)], false],
    ['with two headers in one', `${signedAt(at)}, ${signedAt(at)}`, false],
    ['with an oversized header', `t=${at}${`,v1=${other}`.repeat(1_000)},v1=${right}`, false],
  ])('%s: %o', (_, header, isBelieved) => {
    const event = payments.verifyReport({ rawBody, headers: { [name]: header }, now })
    expect(event !== null).toBe(isBelieved)
  })
})

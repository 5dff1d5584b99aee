import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { failureKindOf, instrument, OutsideUnavailableError, outboundCallFinished } from './outbound-call.ts'

test.each([
  [Object.assign(new Error('connect 10.0.0.1'), { code: 'ECONNREFUSED' }), 'unreachable'],
  [new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } }), 'unreachable'],
  [new DOMException('late', 'TimeoutError'), 'no_answer'],
  [Object.assign(new Error('bad log-in of eva@example.test'), { code: 'EAUTH' }), 'access'],
  [Object.assign(new Error(), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'certificate'],
  [new Error('eva@example.test'), 'other'],
  ['a text', 'other'],
])('%s is %s', (error, kind) => {
  expect(failureKindOf(error)).toBe(kind)
})

test('publishes whether each call was answered', async () => {
  const reportedCalls: unknown[] = []
  const end = outboundCallFinished.subscribe((finishedCall) => reportedCalls.push(finishedCall))
  const port = instrument(
    'stripe',
    {
      name: 'Stripe',
      ask: async (how: string) => {
        if (how === 'throws') throw new RangeError('no')
        if (how === 'fails') throw Object.assign(new Error(), { code: 'ECONNREFUSED' })
        return { kind: how }
      },
      count: () => 1,
    },
    { methods: ['ask'], isAnswer: (error) => error instanceof RangeError },
  )
  await port.ask('made')
  await port.ask('unknown')
  await expect(port.ask('throws')).rejects.toThrow(RangeError)
  await expect(port.ask('fails')).rejects.toThrow()
  end()
  expect([port.count(), port.name]).toEqual([1, 'Stripe'])
  expect(reportedCalls).toEqual(
    [null, 'no_answer', null, 'unreachable'].map((failure) => ({ system: 'stripe', failure })),
  )
})

test('holds back calls to a system that does not respond and tells the caller when to retry', async () => {
  let now = new Date('2026-11-20T11:00:00Z')
  let callCount = 0
  let code: string | undefined = 'ECONNREFUSED'
  const breaker = createCircuitBreaker('files', { clock: () => now })
  const port = instrument(
    'files',
    {
      async get() {
        callCount++
        if (code) throw Object.assign(new Error('eva@example.test'), { code })
        return 'content'
      },
    },
    { methods: ['get'], circuit: { breaker, throwsWhenOpen: true } },
  )
  for (let failures = 0; failures < 5; failures++) {
    expect(breaker.isOpen()).toBe(false)
    await expect(port.get()).rejects.toMatchObject({ message: 'files: unreachable', retryAfterSeconds: 30 })
  }
  expect([callCount, breaker.isOpen()]).toEqual([5, true])
  now = new Date(now.getTime() + 10_000)
  const held = await port.get().catch((error: unknown) => error)
  expect(held).toBeInstanceOf(OutsideUnavailableError)
  expect(held).toMatchObject({ message: 'files: held_back', retryAfterSeconds: 20 })
  expect(callCount).toBe(5)
  now = new Date(now.getTime() + 20_000)
  code = undefined
  expect(await port.get()).toBe('content')
  expect(breaker.isOpen()).toBe(false)
  // An error of another kind is thrown unchanged and holds back no calls.
  code = 'odd'
  await expect(port.get()).rejects.toThrow('eva@example.test')
})

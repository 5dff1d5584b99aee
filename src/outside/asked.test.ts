import { expect, test } from 'vitest'
import { failureOf, OutsideUnavailable, outsideAsked, watched } from './asked.ts'
import { circuitBreaker } from './circuit-breaker.ts'

test.each([
  [Object.assign(new Error('connect 10.0.0.1'), { code: 'ECONNREFUSED' }), 'unreachable'],
  [new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } }), 'unreachable'],
  [new DOMException('late', 'TimeoutError'), 'no_answer'],
  [Object.assign(new Error('bad log-in of eva@example.test'), { code: 'EAUTH' }), 'access'],
  [Object.assign(new Error(), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'certificate'],
  [new Error('eva@example.test'), 'other'],
  ['a text', 'other'],
])('%s is %s', (error, kind) => {
  expect(failureOf(error)).toBe(kind)
})

test('what asks another system tells whether it was answered', async () => {
  const told: unknown[] = []
  const end = outsideAsked.listen((asked) => told.push(asked))
  const port = watched(
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
    { asking: ['ask'], isAnswer: (error) => error instanceof RangeError },
  )
  await port.ask('made')
  await port.ask('unknown')
  await expect(port.ask('throws')).rejects.toThrow(RangeError)
  await expect(port.ask('fails')).rejects.toThrow()
  end()
  expect([port.count(), port.name]).toEqual([1, 'Stripe'])
  expect(told).toEqual([null, 'no_answer', null, 'unreachable'].map((failure) => ({ system: 'stripe', failure })))
})

test('a system that does not answer is left alone for a while, and who asks is told when to come back', async () => {
  let now = new Date('2026-11-20T11:00:00Z')
  let asked = 0
  let code: string | undefined = 'ECONNREFUSED'
  const breaker = circuitBreaker('files', { clock: () => now })
  const port = watched(
    'files',
    {
      async get() {
        asked++
        if (code) throw Object.assign(new Error('eva@example.test'), { code })
        return 'content'
      },
    },
    { asking: ['get'], circuit: { breaker, throws: true } },
  )
  for (let failures = 0; failures < 5; failures++) {
    expect(breaker.isHoldingBack()).toBe(false)
    await expect(port.get()).rejects.toMatchObject({ message: 'files: unreachable', retryAfterSeconds: 30 })
  }
  expect([asked, breaker.isHoldingBack()]).toEqual([5, true])
  now = new Date(now.getTime() + 10_000)
  const held = await port.get().catch((error: unknown) => error)
  expect(held).toBeInstanceOf(OutsideUnavailable)
  expect(held).toMatchObject({ message: 'files: held_back', retryAfterSeconds: 20 })
  expect(asked).toBe(5)
  now = new Date(now.getTime() + 20_000)
  code = undefined
  expect(await port.get()).toBe('content')
  expect(breaker.isHoldingBack()).toBe(false)
  // What fails for another reason is told as it is, and holds nothing back.
  code = 'odd'
  await expect(port.get()).rejects.toThrow('eva@example.test')
})

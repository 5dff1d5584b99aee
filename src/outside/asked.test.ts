import { expect, test } from 'vitest'
import { failureOf, outsideAsked, watched } from './asked.ts'

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

import { expect, test } from 'vitest'
import { createNetworkRateLimit } from './network-rate-limit.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000)

test('a network may use its calls of a minute at once, and regains them over time', () => {
  const { consume } = createNetworkRateLimit({ perMinute: 3 })
  expect([1, 2, 3].map(() => consume('198.51.100.7', at(0)))).toEqual([0, 0, 0])
  expect(consume('198.51.100.7', at(0))).toBe(20)
  expect(consume('198.51.100.7', at(15))).toBe(5)
  expect([consume('198.51.100.7', at(20)), consume('198.51.100.7', at(20))]).toEqual([0, 20])
})

test('another network is not limited by it, but another address of the same one is', () => {
  const { consume } = createNetworkRateLimit({ perMinute: 1 })
  expect(consume('2001:db8::1', at(0))).toBe(0)
  expect(consume('2001:db8::2', at(0))).toBe(60)
  expect(consume('2001:db8:0:1::1', at(0))).toBe(0)
})

test('loopback calls are not counted, nor are any without a limit', () => {
  const own = createNetworkRateLimit({ perMinute: 1 })
  expect(['127.0.0.1', '::1', '127.0.0.1'].map((address) => own.consume(address, at(0)))).toEqual([0, 0, 0])
  const open = createNetworkRateLimit({ perMinute: 0 })
  expect([1, 2].map(() => open.consume('198.51.100.7', at(0)))).toEqual([0, 0])
})

import { expect, test } from 'vitest'
import { networkAllowance } from './network-allowance.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000)

test('a network has its calls of a minute at once, and regains them with time', () => {
  const { take } = networkAllowance({ perMinute: 3 })
  expect([1, 2, 3].map(() => take('198.51.100.7', at(0)))).toEqual([0, 0, 0])
  expect(take('198.51.100.7', at(0))).toBe(20)
  expect(take('198.51.100.7', at(15))).toBe(5)
  expect([take('198.51.100.7', at(20)), take('198.51.100.7', at(20))]).toEqual([0, 20])
})

test('another network is not held back by it, but another address of the same one is', () => {
  const { take } = networkAllowance({ perMinute: 1 })
  expect(take('2001:db8::1', at(0))).toBe(0)
  expect(take('2001:db8::2', at(0))).toBe(60)
  expect(take('2001:db8:0:1::1', at(0))).toBe(0)
})

test('what the machine asks of itself is not counted, nor is anything where there is no limit', () => {
  const own = networkAllowance({ perMinute: 1 })
  expect(['127.0.0.1', '::1', '127.0.0.1'].map((address) => own.take(address, at(0)))).toEqual([0, 0, 0])
  const open = networkAllowance({ perMinute: 0 })
  expect([1, 2].map(() => open.take('198.51.100.7', at(0)))).toEqual([0, 0])
})

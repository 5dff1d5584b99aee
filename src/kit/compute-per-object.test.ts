import { expect, it, vi } from 'vitest'
import { computePerObject } from './compute-per-object.ts'

it('computes a value once per object', () => {
  const count = vi.fn((list: readonly string[]) => ({ length: list.length }))
  const counted = computePerObject(count)
  const [one, other] = [['a'], ['a']]
  expect(counted(one)).toBe(counted(one))
  expect(counted(other)).not.toBe(counted(one))
  expect(count).toHaveBeenCalledTimes(2)
})

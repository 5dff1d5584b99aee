import { expect, test, vi } from 'vitest'
import { JsonText } from './reply.ts'
import { versionedJson } from './versioned-json.ts'

function counting() {
  let times = 0
  return vi.fn(async () => ({ made: ++times }))
}

test('returns the stored JSON while its version is unchanged', async () => {
  const [lists, make] = [versionedJson(), counting()]
  expect((await lists.at('anna', '1', make)).text).toBe('{"made":1}')
  expect((await lists.at('anna', '1', make)).text).toBe('{"made":1}')
  expect(make).toHaveBeenCalledOnce()
})

test('stores a reply that is JSON already as it is', async () => {
  const make = async () => new JsonText('{"amount": 20.00}')
  expect((await versionedJson().at('anna', '1', make)).text).toBe('{"amount": 20.00}')
})

test('builds another version anew, which replaces the previous one', async () => {
  const [lists, make] = [versionedJson(), counting()]
  await lists.at('anna', '1', make)
  expect((await lists.at('anna', '2', make)).text).toBe('{"made":2}')
  expect((await lists.at('anna', '1', make)).text).toBe('{"made":3}')
})

test('stores JSON per key, even under the same version', async () => {
  const [lists, make] = [versionedJson(), counting()]
  await lists.at('anna', '1', make)
  expect((await lists.at('biel', '1', make)).text).toBe('{"made":2}')
  expect((await lists.at('anna', '1', make)).text).toBe('{"made":1}')
})

test('tries again after a failed build', async () => {
  const lists = versionedJson()
  await expect(lists.at('anna', '1', () => Promise.reject(new Error('The database is away.')))).rejects.toThrow('away')
  expect((await lists.at('anna', '1', counting())).text).toBe('{"made":1}')
})

test('evicts the least recently used JSON when the cache is full', async () => {
  const [lists, make] = [versionedJson(), counting()]
  const large = () => Promise.resolve('x'.repeat(10_000_000))
  await lists.at('anna', '1', make)
  await lists.at('first', '1', large)
  await lists.at('second', '1', large)
  expect((await lists.at('anna', '1', make)).text).toBe('{"made":2}')
})

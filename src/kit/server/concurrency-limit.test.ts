import { expect, test } from 'vitest'
import { concurrencyLimit } from './concurrency-limit.ts'

test('queues work beyond the limit in the order of arrival', async () => {
  const { takeTurn, finish, begun } = worked({ maxConcurrent: 2, maxQueued: 10 })
  const all = [takeTurn('a'), takeTurn('b'), takeTurn('c'), takeTurn('d')]
  expect(begun).toEqual(['a', 'b'])
  finish('b')
  await all[1]
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c']) finish(name)
  await Promise.all([all[0], all[2]])
  finish('d')
  expect(await all[3]).toBe('d')
})

test('releases the slot of work that fails', async () => {
  const takeTurn = concurrencyLimit({ maxConcurrent: 1, maxQueued: 1 })
  const failing = takeTurn(() => Promise.reject(new Error('broken')))
  const next = takeTurn(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('refuses work with a retry time when the queue is full', async () => {
  const { takeTurn, finish } = worked({ maxConcurrent: 1, maxQueued: 1 })
  const accepted = [takeTurn('a'), takeTurn('b')]
  await expect(takeTurn('c')).rejects.toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 5 })
  finish('a')
  await accepted[0]
  finish('b')
  expect(await accepted[1]).toBe('b')
})

function worked(limits: { maxConcurrent: number; maxQueued: number }) {
  const takeTurn = concurrencyLimit(limits)
  const begun: string[] = []
  const endings = new Map<string, (name: string) => void>()
  return {
    begun,
    takeTurn: (name: string) =>
      takeTurn(() => {
        begun.push(name)
        return new Promise<string>((end) => endings.set(name, end))
      }),
    finish: (name: string) => endings.get(name)!(name),
  }
}

import { expect, test } from 'vitest'
import { turns } from './turns.ts'

test('work beyond the places waits for its turn, in the order in which it came', async () => {
  const { takeTurn, finish, begun } = worked({ atOnce: 2, waiting: 10 })
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

test('work that fails gives its place to the next', async () => {
  const takeTurn = turns({ atOnce: 1, waiting: 1 })
  const failing = takeTurn(() => Promise.reject(new Error('broken')))
  const next = takeTurn(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('when too many wait, one more is sent away and told when to come back', async () => {
  const { takeTurn, finish } = worked({ atOnce: 1, waiting: 1 })
  const accepted = [takeTurn('a'), takeTurn('b')]
  await expect(takeTurn('c')).rejects.toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 5 })
  finish('a')
  await accepted[0]
  finish('b')
  expect(await accepted[1]).toBe('b')
})

function worked(limits: { atOnce: number; waiting: number }) {
  const takeTurn = turns(limits)
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

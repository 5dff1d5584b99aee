import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { turnByTurn } from './turn-by-turn.ts'

test('starts each piece of work in a turn of its own, in their order, and returns its result', async () => {
  const inTurn = turnByTurn()
  const started: string[] = []
  const works = ['a', 'b', 'c'].map((name) =>
    inTurn(async () => {
      started.push(name)
      return name
    }),
  )
  const byTurn: string[] = []
  while (started.length < 3) {
    await nextTurn()
    byTurn.push(started.join(''))
  }
  expect(byTurn.filter((names) => names !== '')).toEqual(['a', 'ab', 'abc'])
  expect(await Promise.all(works)).toEqual(['a', 'b', 'c'])
})

test('starts what comes after work that takes long or fails', async () => {
  const inTurn = turnByTurn()
  const failing = expect(inTurn(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  void inTurn(() => new Promise(() => {}))
  expect(await inTurn(async () => 'done')).toBe('done')
  await failing
})

import { expect, test } from 'vitest'
import { batchLoader } from './batch-loader.ts'

/** A source that answers on demand and records the keys it received. */
function source() {
  const requestedKeys: string[][] = []
  const answers: (() => void)[] = []
  const ask = (keys: string[]) => {
    requestedKeys.push(keys)
    return new Promise<Map<string, string>>((done, fail) => {
      answers.push(() =>
        keys.includes('bad')
          ? fail(new Error('broken'))
          : done(new Map(keys.filter((key) => key !== 'none').map((key) => [key, `${key}!`]))),
      )
    })
  }
  return { asked: requestedKeys, ask, answerNext: () => answers.shift()!() }
}

test('batches the keys requested while a load is under way, each key once', async () => {
  const { asked: requestedKeys, ask, answerNext } = source()
  const find = batchLoader(ask)
  const first = find('a')
  const others = [find('a'), find('b'), find('b'), find('none')]
  answerNext()
  expect(await first).toBe('a!')
  await Promise.resolve()
  answerNext()
  expect(await Promise.all(others)).toEqual(['a!', 'b!', 'b!', undefined])
  expect(requestedKeys).toEqual([['a'], ['a', 'b', 'none']])
})

test('passes a failure to those who requested the keys and to no later request', async () => {
  const { ask, answerNext } = source()
  const find = batchLoader(ask)
  const failing = find('bad')
  const next = find('a')
  answerNext()
  await expect(failing).rejects.toThrow('broken')
  await Promise.resolve()
  answerNext()
  expect(await next).toBe('a!')
})

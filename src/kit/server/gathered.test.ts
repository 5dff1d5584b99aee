import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

/** A source whose answers come when told, and which remembers what it was asked. */
function source() {
  const asked: string[][] = []
  const answers: (() => void)[] = []
  const ask = (keys: string[]) => {
    asked.push(keys)
    return new Promise<Map<string, string>>((done, fail) => {
      answers.push(() =>
        keys.includes('bad')
          ? fail(new Error('broken'))
          : done(new Map(keys.filter((key) => key !== 'none').map((key) => [key, `${key}!`]))),
      )
    })
  }
  return { asked, ask, answerNext: () => answers.shift()!() }
}

test('what is asked for while an answer is under way is asked for together, each key once', async () => {
  const { asked, ask, answerNext } = source()
  const find = gathered(ask)
  const first = find('a')
  const others = [find('a'), find('b'), find('b'), find('none')]
  answerNext()
  expect(await first).toBe('a!')
  await Promise.resolve()
  answerNext()
  expect(await Promise.all(others)).toEqual(['a!', 'b!', 'b!', undefined])
  expect(asked).toEqual([['a'], ['a', 'b', 'none']])
})

test('a failure reaches those who asked, and nobody after them', async () => {
  const { ask, answerNext } = source()
  const find = gathered(ask)
  const failing = find('bad')
  const next = find('a')
  answerNext()
  await expect(failing).rejects.toThrow('broken')
  await Promise.resolve()
  answerNext()
  expect(await next).toBe('a!')
})

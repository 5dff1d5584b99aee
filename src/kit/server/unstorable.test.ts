import { describe, expect, test } from 'vitest'
import { unstorableIn } from './unstorable.ts'

describe('what no column of text holds', () => {
  const cases: [reason: string, received: unknown, path: string[] | undefined][] = [
    ['an ordinary body', { name: 'Güell 👩‍👩‍👧', powers: [1, null, true] }, undefined],
    ['nothing', undefined, undefined],
    ['a zero character', 'a\0', []],
    ['a zero character deep within', { files: [{ filename: 'a' }, { filename: '\0' }] }, ['files', '1', 'filename']],
    ['half of a character', { title: '\ud83d' }, ['title']],
    ['the name of a member', { answer: { '\0': 1 } }, ['answer']],
  ]
  test.each(cases)('is found in %s', (_, received, path) => {
    expect(unstorableIn(received)).toEqual(path)
  })
})

import { describe, expect, test } from 'vitest'
import { findInvalidDbText } from './invalid-db-text.ts'

describe('text that no database column can hold', () => {
  const cases: [reason: string, received: unknown, path: string[] | undefined][] = [
    ['an ordinary body', { name: 'Güell 👩‍👩‍👧', powers: [1, null, true] }, undefined],
    ['nothing', undefined, undefined],
    ['a NUL character', 'a\0', []],
    ['a nested NUL character', { files: [{ filename: 'a' }, { filename: '\0' }] }, ['files', '1', 'filename']],
    ['an unpaired surrogate', { title: '\ud83d' }, ['title']],
    ['a member name', { answer: { '\0': 1 } }, ['answer']],
  ]
  test.each(cases)('is found in %s', (_, received, path) => {
    expect(findInvalidDbText(received)).toEqual(path)
  })
})

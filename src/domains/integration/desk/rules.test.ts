import { expect, test } from 'vitest'
import { importStatusOf } from './rules.ts'

test.each([
  ['done', { state: 'done', accepted: 3, refused: 0 }, 'done'],
  ['done without any lines', { state: 'done', accepted: 0, refused: 0 }, 'done'],
  ['partly refused', { state: 'done', accepted: 3, refused: 1 }, 'partly'],
  ['fully refused', { state: 'done', accepted: 0, refused: 1 }, 'refused'],
  ['running, despite refused lines so far', { state: 'running', accepted: 0, refused: 1 }, 'running'],
] as const)('an import is %s', (_, fared, standing) => {
  expect(importStatusOf(fared)).toBe(standing)
})

import { expect, test } from 'vitest'
import { standingOf } from './rules.ts'

test.each([
  ['done', { state: 'done', accepted: 3, refused: 0 }, 'done'],
  ['done though it said nothing', { state: 'done', accepted: 0, refused: 0 }, 'done'],
  ['refused in part', { state: 'done', accepted: 3, refused: 1 }, 'partly'],
  ['refused altogether', { state: 'done', accepted: 0, refused: 1 }, 'refused'],
  ['under way, whatever was refused until now', { state: 'running', accepted: 0, refused: 1 }, 'running'],
] as const)('an import is %s', (_, fared, standing) => {
  expect(standingOf(fared)).toBe(standing)
})

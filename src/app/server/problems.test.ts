import { expect, test } from 'vitest'
import { kindOf, type ProblemKind } from '#app/problem-kinds.ts'
import { Refused } from '#kit/refusal.ts'
import { problemOf } from './problems.ts'

test.each<[string, number, ProblemKind, string]>([
  ['nonce_missing', 504, 'nonce', 'a way in that is broken'],
  ['unavailable', 504, 'busy', 'our own answer that took too long'],
  ['upstream_late', 504, 'busy', 'the server behind that took too long'],
  ['upstream_unreachable', 502, 'busy', 'the server behind that is not there'],
  ['upstream_failed', 502, 'busy', 'the server behind that failed'],
  ['not_found', 404, 'notFound', 'what is not there'],
  ['teapot', 418, 'crash', 'what no page tells of'],
])('%s with %d is told as %s: %s', (code, status, kind) => {
  expect(kindOf(problemOf(new Refused(code, status), { id: 'request' } as never))).toBe(kind)
})

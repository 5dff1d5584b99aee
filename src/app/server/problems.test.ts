import { expect, test } from 'vitest'
import type { Problem } from '#kit/boot.ts'
import { Refused } from '#kit/refusal.ts'
import { problemOf } from './problems.ts'

test.each<[reason: string, code: string, status: number, told: Problem['status']]>([
  ['a way in that is broken', 'nonce_missing', 504, 504],
  ['our own answer that took too long', 'unavailable', 504, 503],
  ['the server behind that took too long', 'upstream_late', 504, 503],
  ['the server behind that is not there', 'upstream_unreachable', 502, 503],
  ['the server behind that failed', 'upstream_failed', 502, 503],
  ['what is not there', 'not_found', 404, 404],
  ['an address that cannot be read', 'address_invalid', 400, 404],
  ['an address that is only written to', 'method_not_allowed', 405, 404],
  ['what no page tells of', 'teapot', 418, 500],
])('%s (%s, %i) is told with %i', (_, code, status, told) => {
  expect(problemOf(new Refused(code, status), { id: 'request' } as never)).toMatchObject({ status: told, code })
})

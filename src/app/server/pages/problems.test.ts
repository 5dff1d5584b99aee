import { expect, test } from 'vitest'
import type { Problem } from '#kit/boot.ts'
import { Refused } from '#kit/refusal.ts'
import { problemOf } from './problems.ts'

test.each<[reason: string, code: string, status: number, shownStatus: Problem['status']]>([
  ['a failed sign-in', 'nonce_missing', 504, 504],
  ['a timed-out reply of the portal', 'unavailable', 504, 503],
  ['a timed-out upstream server', 'upstream_late', 504, 503],
  ['an unreachable upstream server', 'upstream_unreachable', 502, 503],
  ['a failed upstream server', 'upstream_failed', 502, 503],
  ['a missing page', 'not_found', 404, 404],
  ['an unreadable URL', 'address_invalid', 400, 404],
  ['a URL that only accepts writes', 'method_not_allowed', 405, 404],
  ['a code without an error page', 'teapot', 418, 500],
])('%s (%s, %i) is shown with %i', (_, code, status, shownStatus) => {
  expect(problemOf(new Refused(code, status), { id: 'request' } as never)).toMatchObject({ status: shownStatus, code })
})

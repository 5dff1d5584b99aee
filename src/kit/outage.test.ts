import { expect, test } from 'vitest'
import { ConnectionLostError } from './connection-lost.ts'
import { failureCodeOf } from './failure-code.ts'
import { commonCodeOf, outageOf } from './outage.ts'
import { Refused } from './refusal.ts'

const failures: [reason: string, failure: unknown, code: string, outage: string | undefined][] = [
  ['no response', new ConnectionLostError(), 'offline', 'offline'],
  [
    'a program file that fails to load',
    new TypeError('Failed to fetch dynamically imported module: /a.js'),
    'offline',
    'offline',
  ],
  ['maintenance', new Refused('maintenance', 503), 'maintenance', 'maintenance'],
  ['a busy server', new Refused('unavailable', 503), 'unavailable', 'unavailable'],
  ['a proxy timeout', new Refused('late', 504), 'late', 'late'],
  ['a late upstream server', new Refused('upstream_late', 504), 'upstream_late', 'late'],
  ['a failed upstream server', new Refused('upstream_failed', 502), 'upstream_failed', 'unavailable'],
  [
    'an unavailable provider, which affects only its call',
    new Refused('provider_unavailable', 503),
    'provider_unavailable',
    undefined,
  ],
  ['a refusal, which affects only its call', new Refused('not_payable', 409), 'not_payable', undefined],
  ['an unexpected server error', new Refused('unexpected', 500), 'unexpected', undefined],
  ['a programming error', new TypeError('x is not a function'), 'unexpected', undefined],
]
test.each(failures)('%s', (_, failure, code, outage) => {
  expect([failureCodeOf(failure), outageOf(failure)]).toEqual([code, outage])
})

test('maps a code without a common message to unexpected', () => {
  expect(['offline', 'late', 'not_payable'].map(commonCodeOf)).toEqual(['offline', 'late', 'unexpected'])
})

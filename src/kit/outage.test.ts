import { expect, test } from 'vitest'
import { ConnectionLost } from './connection-lost.ts'
import { codeOf } from './failure-code.ts'
import { commonCode, outageOf } from './outage.ts'
import { Refused } from './refusal.ts'

const failures: [reason: string, failure: unknown, code: string, outage: string | undefined][] = [
  ['nothing answered', new ConnectionLost(), 'offline', 'offline'],
  [
    'a file of the program does not come',
    new TypeError('Failed to fetch dynamically imported module: /a.js'),
    'offline',
    'offline',
  ],
  ['the retailer works on the portal', new Refused('maintenance', 503), 'maintenance', 'maintenance'],
  ['the server is busy', new Refused('unavailable', 503), 'unavailable', 'unavailable'],
  ['a proxy waited too long', new Refused('late', 504), 'late', 'late'],
  ['the server behind answers too late', new Refused('upstream_late', 504), 'upstream_late', 'late'],
  ['the server behind answers wrongly', new Refused('upstream_failed', 502), 'upstream_failed', 'unavailable'],
  [
    'a provider that this call needs is away',
    new Refused('provider_unavailable', 503),
    'provider_unavailable',
    undefined,
  ],
  ['a refusal is of its call alone', new Refused('not_payable', 409), 'not_payable', undefined],
  ['what the server broke at does not pass by itself', new Refused('unexpected', 500), 'unexpected', undefined],
  ['a mistake of the program', new TypeError('x is not a function'), 'unexpected', undefined],
]
test.each(failures)('%s', (_, failure, code, outage) => {
  expect([codeOf(failure), outageOf(failure)]).toEqual([code, outage])
})

test('only codes that the app has sentences for are told by it', () => {
  expect(['offline', 'late', 'not_payable'].map(commonCode)).toEqual(['offline', 'late', 'unexpected'])
})

import { expect, test } from 'vitest'
import type { SignedIn } from '#kit/boot.ts'
import { decide, isInArea } from './guard.ts'

const show = { kind: 'show' }
const goTo = (address: string) => ({ kind: 'goTo', address })
const unavailable = { status: 503, code: 'unavailable', requestId: 'r1' } as const

test.each([
  ['a page of the area is shown to an operator', 'private', true, '/operator/cases', show],
  [
    'others sign in first, and come back',
    'private',
    false,
    '/operator/cases?q=1',
    goTo('/operator/login?redirectPath=%2Foperator%2Fcases%3Fq%3D1'),
  ],
  ['the log-in is for whoever is not signed in', 'public', false, '/operator/login', show],
  [
    'an operator goes on from there',
    'public',
    true,
    '/operator/login?redirectPath=/operator/cases',
    goTo('/operator/cases'),
  ],
  ['to the first page where nothing is said', 'public', true, '/operator/login', goTo('/operator')],
  ['never out of the area', 'public', true, '/operator/login?redirectPath=/invoices', goTo('/operator')],
  ['never to another site', 'public', true, '/operator/login?redirectPath=//evil.example/operator', goTo('/operator')],
  ['never round in a circle', 'public', true, '/operator/login?redirectPath=/operator/login', goTo('/operator')],
  ['a link of an invitation is for everybody', 'unprotected', false, '/operator/activate', show],
] as const)('%s', (_, protection, isSignedIn, address, decision) => {
  const boot = { problem: null, signedIn: isSignedIn ? ({ name: 'Jordi' } as SignedIn) : null }
  expect(decide({ page: { protection }, boot, address })).toEqual(decision)
})

test('a problem of the server is told at any address', () => {
  const boot = { problem: unavailable, signedIn: null }
  expect(decide({ page: { protection: 'private' }, boot, address: '/operator' })).toEqual(show)
})

test.each([
  ['/operator', true],
  ['/operator/cases', true],
  ['/operator?lang=ca', true],
  ['/operators', false],
  ['/invoices', false],
])('%s is in the area: %s', (address, isIn) => {
  expect(isInArea(address)).toBe(isIn)
})

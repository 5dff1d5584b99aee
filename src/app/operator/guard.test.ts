import { expect, test } from 'vitest'
import type { SignedInUser } from '#kit/boot.ts'
import { decideOperatorNavigation, isInArea } from './guard.ts'

const show = { kind: 'show' }
const goTo = (address: string) => ({ kind: 'redirect', address })
const unavailable = { status: 503, code: 'unavailable', requestId: 'r1' } as const

test.each([
  ['shows a back office page to an operator', 'private', true, '/operator/cases', show],
  [
    'sends users who are not signed in to the sign-in page, and back afterwards',
    'private',
    false,
    '/operator/cases?q=1',
    goTo('/operator/login?redirectPath=%2Foperator%2Fcases%3Fq%3D1'),
  ],
  ['shows the sign-in page to users who are not signed in', 'public', false, '/operator/login', show],
  [
    'redirects a signed-in operator from the sign-in page to its target',
    'public',
    true,
    '/operator/login?redirectPath=/operator/cases',
    goTo('/operator/cases'),
  ],
  [
    'redirects a signed-in operator to the start page without a target',
    'public',
    true,
    '/operator/login',
    goTo('/operator'),
  ],
  [
    'never redirects out of the back office',
    'public',
    true,
    '/operator/login?redirectPath=/invoices',
    goTo('/operator'),
  ],
  [
    'never redirects to another site',
    'public',
    true,
    '/operator/login?redirectPath=//evil.example/operator',
    goTo('/operator'),
  ],
  ['never redirects in a loop', 'public', true, '/operator/login?redirectPath=/operator/login', goTo('/operator')],
  ['shows the invitation page to everyone', 'unprotected', false, '/operator/activate', show],
] as const)('%s', (_, protection, isSignedIn, address, decision) => {
  const boot = { problem: null, signedIn: isSignedIn ? ({ name: 'Jordi' } as SignedInUser) : null }
  expect(decideOperatorNavigation({ page: { protection }, boot, address })).toEqual(decision)
})

test('a server problem is shown at any URL', () => {
  const boot = { problem: unavailable, signedIn: null }
  expect(decideOperatorNavigation({ page: { protection: 'private' }, boot, address: '/operator' })).toEqual(show)
})

test.each([
  ['/operator', true],
  ['/operator/cases', true],
  ['/operator?lang=ca', true],
  ['/operators', false],
  ['/invoices', false],
])('isInArea of %s is %s', (address, isIn) => {
  expect(isInArea(address)).toBe(isIn)
})

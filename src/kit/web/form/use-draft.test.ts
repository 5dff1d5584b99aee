import { expect, test } from 'vitest'
import { draftOwnerOf } from './use-draft.ts'

test.each([
  ['nobody', null, ''],
  ['a user with an e-mail address', { email: 'anna@example.test', name: 'Anna' }, 'anna@example.test'],
  ['a user without an e-mail address, who is not anonymous', { email: '', name: 'Anna' }, 'Anna'],
])('a draft belongs to %s', (_, signedIn, owner) => {
  expect(draftOwnerOf(signedIn)).toBe(owner)
})

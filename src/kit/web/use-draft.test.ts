import { expect, test } from 'vitest'
import { draftOwner } from './use-draft.ts'

test.each([
  ['nobody', null, ''],
  ['whoever has an address', { email: 'anna@example.test', name: 'Anna' }, 'anna@example.test'],
  ['whoever has none yet, who is not nobody', { email: '', name: 'Anna' }, 'Anna'],
])('a draft is that of %s', (_, signedIn, owner) => {
  expect(draftOwner(signedIn)).toBe(owner)
})

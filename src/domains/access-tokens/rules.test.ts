import { expect, test } from 'vitest'
import { type AccessKind, canOwnerSignIn } from './rules.ts'

test.each<[why: string, allowsPasswords: boolean, hasPassword: boolean, kinds: AccessKind[], answer: boolean]>([
  ['a password where passwords are allowed', true, true, [], true],
  ['a password where passwords are not allowed', false, true, [], false],
  ['a passkey alone', true, false, ['passkey'], true],
  ['a passkey where only single sign-on is allowed', false, false, ['passkey'], false],
  ['an identity is always enough', false, false, ['identity'], true],
  ['programs can read, but their owner cannot sign in with them', true, false, ['client', 'read_key'], false],
])('detects whether a way to sign in remains: %s', (_, allowsPasswords, hasPassword, kinds, answer) => {
  expect(canOwnerSignIn({ allowsPasswords, hasPassword, kinds })).toBe(answer)
})

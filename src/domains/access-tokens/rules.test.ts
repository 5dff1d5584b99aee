import { expect, test } from 'vitest'
import { type AccessKind, hasWayIn } from './rules.ts'

test.each<[why: string, allowsPasswords: boolean, hasPassword: boolean, kinds: AccessKind[], answer: boolean]>([
  ['a password where passwords are taken', true, true, [], true],
  ['a password where none is taken', false, true, [], false],
  ['a passkey alone', true, false, ['passkey'], true],
  ['a passkey where single sign-on is the only door', false, false, ['passkey'], false],
  ['an identity is enough anywhere', false, false, ['identity'], true],
  ['programs read, and let their owner in nowhere', true, false, ['client', 'read_key'], false],
])('a way in is left: %s', (_, allowsPasswords, hasPassword, kinds, answer) => {
  expect(hasWayIn({ allowsPasswords, hasPassword, kinds })).toBe(answer)
})

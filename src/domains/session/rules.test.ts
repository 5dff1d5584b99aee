import { expect, test } from 'vitest'
import { type PasswordRule, passwordChangeProblems, unmetPasswordRules } from './rules.ts'

const passwords: [reason: string, password: string, unmet: PasswordRule[]][] = [
  ['one of each kind', 'Llum-2026', []],
  ['the minimum length', 'aB3$efgh', []],
  ['one character short', 'aB3$efg', ['length']],
  ['an empty password', '', ['length', 'lowercase', 'uppercase', 'digit', 'symbol']],
  ['no lower-case letter', 'LLUM-2026', ['lowercase']],
  ['no upper-case letter', 'llum-2026', ['uppercase']],
  ['no digit', 'Llum-llum', ['digit']],
  ['no symbol', 'Llum20266', ['symbol']],
  ['letters with diacritics are not symbols', 'ñandúÑ123', ['symbol']],
  ['letters of another script count', 'жЖ345678!', []],
  ['a space is a symbol', 'Llum i 2026', []],
  ['an emoji is one character, not two', 'aB3😀efg', ['length']],
  ['a hundred characters are allowed', `aB3$${'x'.repeat(96)}`, []],
]

test.each(passwords)('checks a new password: %s', (_, password, unmet) => {
  expect(unmetPasswordRules(password, 8)).toEqual(unmet)
})

test('checks the minimum length set by the retailer', () => {
  expect(unmetPasswordRules('aB3$ef', 6)).toEqual([])
  expect(unmetPasswordRules('aB3$efgh', 12)).toEqual(['length'])
})

type Fields = Parameters<typeof passwordChangeProblems>[0]
const filled: Fields = { current: 'Present-1', password: 'Llum-2026', repeat: 'Llum-2026' }
const forms: [reason: string, fields: Partial<Fields>, problems: string[]][] = [
  ['a valid form', {}, []],
  ['no current password', { current: '' }, ['current_password_missing']],
  ['a current password shorter than any could be', { current: 'abcde' }, ['current_password_missing']],
  ['a repetition that differs', { repeat: 'Llum-2027' }, ['password_repeat_differs']],
  ['a repetition in capitals', { repeat: 'LLUM-2026' }, ['password_repeat_differs']],
  ['a weak one, repeated', { password: 'llum-2026', repeat: 'llum-2026' }, ['password_without_uppercase']],
  [
    'an empty form',
    { current: '', password: '', repeat: '' },
    [
      'current_password_missing',
      'password_too_short',
      'password_without_lowercase',
      'password_without_uppercase',
      'password_without_digit',
      'password_without_symbol',
    ],
  ],
]

test.each(forms)('checks the form of a new password: %s', (_, fields, problems) => {
  expect(passwordChangeProblems({ ...filled, ...fields }, 8)).toEqual(problems)
})

import { expect, test } from 'vitest'
import { changeProblems, type PasswordRule, unmetRules } from './rules.ts'

const passwords: [reason: string, password: string, unmet: PasswordRule[]][] = [
  ['one of each kind', 'Llum-2026', []],
  ['as short as it may be', 'aB3$efgh', []],
  ['one character short', 'aB3$efg', ['length']],
  ['nothing at all', '', ['length', 'lowercase', 'uppercase', 'digit', 'symbol']],
  ['no small letter', 'LLUM-2026', ['lowercase']],
  ['no capital', 'llum-2026', ['uppercase']],
  ['no digit', 'Llum-llum', ['digit']],
  ['no symbol', 'Llum20266', ['symbol']],
  ['letters with marks are letters, not symbols', 'ñandúÑ123', ['symbol']],
  ['letters of another script count', 'жЖ345678!', []],
  ['a space is a symbol', 'Llum i 2026', []],
  ['a face is one character, not two', 'aB3😀efg', ['length']],
  ['a hundred characters are none too many', `aB3$${'x'.repeat(96)}`, []],
]

test.each(passwords)('a new password: %s', (_, password, unmet) => {
  expect(unmetRules(password, 8)).toEqual(unmet)
})

test('the retailer decides the length', () => {
  expect(unmetRules('aB3$ef', 6)).toEqual([])
  expect(unmetRules('aB3$efgh', 12)).toEqual(['length'])
})

type Fields = Parameters<typeof changeProblems>[0]
const filled: Fields = { current: 'Present-1', password: 'Llum-2026', repeat: 'Llum-2026' }
const forms: [reason: string, fields: Partial<Fields>, problems: string[]][] = [
  ['all as it should be', {}, []],
  ['no present password', { current: '' }, ['current_password_missing']],
  ['one that is shorter than any was', { current: 'abcde' }, ['current_password_missing']],
  ['a repetition that differs', { repeat: 'Llum-2027' }, ['password_repeat_differs']],
  ['a repetition in capitals', { repeat: 'LLUM-2026' }, ['password_repeat_differs']],
  ['a weak one, repeated', { password: 'llum-2026', repeat: 'llum-2026' }, ['password_without_uppercase']],
  [
    'nothing at all',
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

test.each(forms)('the form of a new password: %s', (_, fields, problems) => {
  expect(changeProblems({ ...filled, ...fields }, 8)).toEqual(problems)
})

import { describe, expect, test } from 'vitest'
import { resetProblems, signUpProblems, taxIdOf } from './checks.ts'
import {
  contractKey,
  emptySignUp,
  fieldOf,
  knownProblems,
  maskedAddress,
  type SignUpValues,
  signUpProblemsOf,
} from './rules.ts'

const right: SignUpValues = {
  nif: '99100733N',
  contract: '0049077',
  invoiceNumber: 'FE2026/1',
  email: 'marta@example.com',
  email2: 'marta@example.com',
  phone: '+34 612 345 678',
  acceptConditionsAndGdpr: true,
}
const all = { phoneField: true, invoiceNumberField: true }

describe('a sign-up', () => {
  const cases: [reason: string, typed: Partial<SignUpValues>, problems: string[]][] = [
    ['everything as it should be', {}, []],
    ['a NIF with the ES of a European number, dots and a dash', { nif: 'es 99.100.733-n' }, []],
    ['a NIE', { nif: 'X1234567L' }, []],
    ['the CIF of a company', { nif: 'B96817697' }, []],
    ['no NIF', { nif: ' ' }, ['nif_missing']],
    ['a NIF whose letter does not fit', { nif: '99100733A' }, ['nif_invalid']],
    ['no contract', { contract: '  ' }, ['contract_missing']],
    ['no invoice', { invoiceNumber: '' }, ['invoice_number_missing']],
    ['no e-mail', { email: '' }, ['email_missing', 'emails_differ']],
    ['what is no e-mail', { email: 'marta@', email2: 'marta@' }, ['email_invalid']],
    ['an e-mail with a line break', { email: 'a@b.es\nBcc: c@d.es', email2: 'a@b.es\nBcc: c@d.es' }, ['email_invalid']],
    ['no repetition', { email2: '' }, ['email_repeat_missing']],
    ['another repetition', { email2: 'marta@example.org' }, ['emails_differ']],
    ['the same in capitals and with a space', { email2: ' Marta@Example.com ' }, []],
    ['only the prefix of a phone', { phone: emptySignUp.phone }, ['phone_missing']],
    ['a phone without prefix', { phone: '612345678' }, []],
    ['a phone of another country', { phone: '+33 6 12 34 56 78' }, []],
    ['a phone with too few digits', { phone: '+34 612' }, ['phone_invalid']],
    ['nothing accepted', { acceptConditionsAndGdpr: false }, ['acceptance_missing']],
  ]

  test.each(cases)('%s', (_, typed, problems) => {
    expect(signUpProblems({ ...right, ...typed }, all)).toEqual(problems)
  })

  test('asks only for what the settings want', () => {
    const typed = { ...right, phone: '', invoiceNumber: '' }
    expect(signUpProblems(typed, { phoneField: false, invoiceNumberField: false })).toEqual([])
  })

  test('tells of an empty form everything, in the order of its fields', () => {
    const told = signUpProblems(emptySignUp, all).map(fieldOf)
    expect(told).toEqual(Object.keys(signUpProblemsOf))
  })
})

test('a password is forgotten by somebody with a NIF and an e-mail', () => {
  expect(resetProblems({ nif: '99100733N', email: 'marta@example.com' })).toEqual([])
  expect(resetProblems({ nif: '', email: '' })).toEqual(['nif_missing', 'email_missing'])
  expect(resetProblems({ nif: '12', email: 'marta' })).toEqual(['nif_invalid', 'email_invalid'])
})

test('a NIF is sent without the ES and what people write between its signs', () => {
  expect(taxIdOf(' ES-99.100.733-n')).toBe('99100733N')
  expect(taxIdOf(' 12 ')).toBe('12')
})

test.each([
  ['as it is', '0049077', '49077'],
  ['without its zeros', '49077', '49077'],
  ['with spaces and small letters', ' ab 0012 ', 'ab0012'],
  ['of nothing but zeros', '000', '0'],
])('the number of a contract, written %s', (_, typed, key) => {
  expect(contractKey(typed)).toBe(key)
})

test('an address tells its owner whose it is, and others nothing', () => {
  expect(maskedAddress('marta@example.com')).toBe('m•••@example.com')
})

test('codes of an address that nobody knows tell nothing', () => {
  expect(knownProblems(['nif_invalid', '<script>', 'emails_differ'])).toEqual(['nif_invalid', 'emails_differ'])
})

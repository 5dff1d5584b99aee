import { describe, expect, test } from 'vitest'
import { normalizeTaxId, resetProblems, signUpProblems } from './form-problems.ts'
import {
  contractKey,
  emptySignUp,
  fieldOfProblem,
  knownProblems,
  type SignUpValues,
  signUpProblemCodes,
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

describe('sign-up problems', () => {
  const cases: [reason: string, typed: Partial<SignUpValues>, problems: string[]][] = [
    ['a valid form', {}, []],
    ['a NIF with dots, a dash and the ES of a European VAT number', { nif: 'es 99.100.733-n' }, []],
    ['a NIE', { nif: 'X1234567L' }, []],
    ['the CIF of a company', { nif: 'B96817697' }, []],
    ['no NIF', { nif: ' ' }, ['nif_missing']],
    ['a NIF with a wrong control letter', { nif: '99100733A' }, ['nif_invalid']],
    ['no contract', { contract: '  ' }, ['contract_missing']],
    ['no invoice number', { invoiceNumber: '' }, ['invoice_number_missing']],
    ['no e-mail', { email: '' }, ['email_missing', 'emails_differ']],
    ['an invalid e-mail', { email: 'marta@', email2: 'marta@' }, ['email_invalid']],
    ['an e-mail with a line break', { email: 'a@b.es\nBcc: c@d.es', email2: 'a@b.es\nBcc: c@d.es' }, ['email_invalid']],
    ['no repeated e-mail', { email2: '' }, ['email_repeat_missing']],
    ['a different repeated e-mail', { email2: 'marta@example.org' }, ['emails_differ']],
    ['the same repeated e-mail in capitals and with spaces', { email2: ' Marta@Example.com ' }, []],
    ['only a phone prefix', { phone: emptySignUp.phone }, ['phone_missing']],
    ['a phone without a prefix', { phone: '612345678' }, []],
    ['a foreign phone', { phone: '+33 6 12 34 56 78' }, []],
    ['a phone with too few digits', { phone: '+34 612' }, ['phone_invalid']],
    ['conditions not accepted', { acceptConditionsAndGdpr: false }, ['acceptance_missing']],
  ]

  test.each(cases)('%s', (_, typed, problems) => {
    expect(signUpProblems({ ...right, ...typed }, all)).toEqual(problems)
  })

  test('requires only the fields that the settings enable', () => {
    const typed = { ...right, phone: '', invoiceNumber: '' }
    expect(signUpProblems(typed, { phoneField: false, invoiceNumberField: false })).toEqual([])
  })

  test('reports every problem of an empty form, in the order of its fields', () => {
    const problemFields = signUpProblems(emptySignUp, all).map(fieldOfProblem)
    expect(problemFields).toEqual(Object.keys(signUpProblemCodes))
  })
})

test('a password reset requires a NIF and an e-mail address', () => {
  expect(resetProblems({ nif: '99100733N', email: 'marta@example.com' })).toEqual([])
  expect(resetProblems({ nif: '', email: '' })).toEqual(['nif_missing', 'email_missing'])
  expect(resetProblems({ nif: '12', email: 'marta' })).toEqual(['nif_invalid', 'email_invalid'])
})

test('normalises a NIF by removing the ES prefix and separators', () => {
  expect(normalizeTaxId(' ES-99.100.733-n')).toBe('99100733N')
  expect(normalizeTaxId(' 12 ')).toBe('12')
})

test.each([
  ['with leading zeros', '0049077', '49077'],
  ['without leading zeros', '49077', '49077'],
  ['with spaces and lower-case letters', ' ab 0012 ', 'ab0012'],
  ['as zeros only', '000', '0'],
])('normalises a contract number written %s', (_, typed, key) => {
  expect(contractKey(typed)).toBe(key)
})

test('ignores unknown problem codes from a URL', () => {
  expect(knownProblems(['nif_invalid', '<script>', 'emails_differ'])).toEqual(['nif_invalid', 'emails_differ'])
})

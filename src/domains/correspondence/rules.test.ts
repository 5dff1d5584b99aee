import { describe, expect, test } from 'vitest'
import { Email, findAddressCodeProblems, findDeliveryProblem, NewAddress, Phone } from './rules.ts'

const gurb = {
  name: 'Anna Puigdomènech',
  dp: '08500',
  ine: '08298',
  state: '08',
  poblacio: 'Vic',
  tv: 'CL',
  nv: 'de Gurb',
  pnp: '41',
  mobile: '600 000 101',
  email: 'anna@example.com',
}

const codesOf = (result: { error?: { issues: { message: string; code: string; path: PropertyKey[] }[] } }) =>
  result.error?.issues.map(({ path, code, message }) => [path.join('.'), code === 'custom' ? message : code])

describe('the NewAddress schema', () => {
  test.each<[change: object, reason: string]>([
    [{}, 'what is needed'],
    [{ bq: '3', es: 'B', pt: '2', pu: '1a', aclarador: 'detrás del molino' }, 'all parts'],
    [{ bq: '', pt: null }, 'parts that it does not have'],
    [{ ref_catastral: '9872023 VH5797S 0001 wx' }, 'the reference in groups'],
    [{ ref_catastral: '' }, 'no reference'],
    [{ mobile: '+33 6 12 34 56 78' }, 'a phone of another country'],
    [{ pnp: 'S/N' }, 'a house without a number'],
  ])('accepts %j: %s', (change) => {
    expect(NewAddress.safeParse({ ...gurb, ...change }).success).toBe(true)
  })

  test.each<[change: object, field: string, code: string, reason: string]>([
    [{ name: ' ' }, 'name', 'too_small', 'nobody'],
    [{ name: 'x'.repeat(257) }, 'name', 'too_big', 'a name that fits no envelope'],
    [{ dp: '8500' }, 'dp', 'custom', 'a digit is missing'],
    [{ dp: '53001' }, 'dp', 'custom', 'no province has it'],
    [{ pnp: '1234567890' }, 'pnp', 'too_big', 'ten characters'],
    [{ bq: 'ABCDE' }, 'bq', 'too_big', 'five characters'],
    [{ es: 'ABCDE' }, 'es', 'too_big', 'five characters'],
    [{ pt: 'x'.repeat(11) }, 'pt', 'too_big', 'eleven characters'],
    [{ pu: 'ABCDE' }, 'pu', 'too_big', 'five characters'],
    [{ tv: '' }, 'tv', 'too_small', 'no kind of street'],
    [{ ref_catastral: '9872023VH5797S' }, 'ref_catastral', 'custom', 'only the plot'],
    [{ mobile: '123' }, 'mobile', 'custom', 'three digits'],
    [{ email: 'anna' }, 'email', 'custom', 'no address'],
    [{ floor: '2' }, '', 'unrecognized_keys', 'something that nobody asked for'],
  ])('rejects %j at field %s with %s: %s', (change, field, code) => {
    const problems = NewAddress.safeParse({ ...gurb, ...change }).error?.issues
    expect(problems?.map((issue) => [issue.path.join('.'), issue.code])).toEqual([[field, code]])
  })
})

const lEscala = [{ ine: '17062' }, { ine: '17199' }]

test.each<[change: object, towns: { ine: string }[], problems: object, reason: string]>([
  [{}, [{ ine: '08298' }], {}, 'all fits'],
  [{}, [], {}, 'nothing is known of the postcode'],
  [{ dp: '17130', ine: '17199', state: '17' }, lEscala, {}, 'one of several towns'],
  [{ dp: '17130' }, lEscala, { dp: 'town_not_of_postcode' }, 'a town of elsewhere'],
  [{ state: '17' }, [], { state: 'province_not_of_town' }, 'a province of elsewhere'],
  [{ ine: '99298' }, [], { ine: 'invalid_value' }, 'a code that nobody has'],
  [{ tv: 'XX' }, [], { tv: 'invalid_value' }, 'a kind of street that nobody has'],
])('address codes %j with the known towns %j yield the problems %j: %s', (change, towns, problems) => {
  expect(findAddressCodeProblems({ ...gurb, ...change }, towns)).toEqual(problems)
})

test.each<[delivery: 'email' | 'postal', email: string | null, problem: string | null]>([
  ['email', 'anna@example.com', null],
  ['email', null, 'email_missing'],
  ['postal', null, null],
])('delivering invoices by %s to a holder with the e-mail %s yields the problem %s', (delivery, email, problem) => {
  expect(findDeliveryProblem(delivery, { email })).toBe(problem)
})

test('Email and Phone report their error codes', () => {
  expect(codesOf(Email.safeParse(' anna@example.com '))).toBeUndefined()
  expect(codesOf(Email.safeParse('anna@'))).toEqual([['', 'email_invalid']])
  expect(codesOf(Phone.safeParse('93 212 34 56'))).toBeUndefined()
  expect(codesOf(Phone.safeParse('12345'))).toEqual([['', 'phone_invalid']])
})

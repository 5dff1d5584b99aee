import { expect, test } from 'vitest'
import { causeOf, causeOfCode, codesOf, consequences, returnCauses } from './return-reasons.ts'

test.each([
  ['AC04', 'account_closed', ['account', 'card'], 'a closed account is replaced'],
  ['AM04', 'no_money', ['card', 'ask'], 'no money: by card, or in parts'],
  ['MD01', 'no_mandate', ['mandate', 'card', 'ask'], 'a mandate that the payer denies is signed anew'],
  ['MD06', 'asked_back', ['ask', 'card'], 'whoever asked for it back says why'],
  ['MS03', 'unknown', ['card', 'account', 'ask'], 'no reason is not a lack of money'],
  ['SL01', 'bank_limit', ['bank', 'card'], 'the bank of the payer blocks us'],
  ['FF01', 'ours', ['card'], 'our own mistake asks nothing of the customer'],
  ['XT99', 'unknown', ['card', 'account', 'ask'], 'a code of no table'],
  ['toString', 'unknown', ['card', 'account', 'ask'], 'a name that every object has'],
] as const)('%s means %s and leads to %j: %s', (code, cause, steps, _why) => {
  expect(causeOf(code)).toBe(cause)
  expect(consequences[cause].steps).toEqual(steps)
})

test('nobody is told that a payer has died, or of our debit that came twice', () => {
  const hidden = returnCauses.filter((cause) => !consequences[cause].isShownToCustomer)
  expect(hidden).toEqual(['twice', 'deceased'])
  expect(hidden.flatMap((cause) => codesOf(cause))).toEqual(['AM05', 'MD07'])
})

test('a debit without or against a mandate is never presented again', () => {
  for (const code of ['MD01', 'MD06', 'MD07', 'MS02', 'AC04'])
    expect(consequences[causeOf(code)].mayBePresentedAgain, code).toBe(false)
})

test('every code has its cause, and every cause but the unknown one a code', () => {
  expect(Object.keys(causeOfCode)).toHaveLength(26)
  expect(returnCauses.filter((cause) => codesOf(cause).length === 0)).toEqual([])
})

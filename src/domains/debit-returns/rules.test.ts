import { describe, expect, test } from 'vitest'
import {
  chooseMatch,
  isSameReturn,
  type MatchCandidate,
  plainReference,
  type ReturnedDebit,
  referenceOf,
} from './rules.ts'

const debit: ReturnedDebit = {
  ...{ endToEndId: 'FE26/00123', mandateId: 'C-100', iban: 'ES9121000418450200051332', amountCents: 4_569 },
  ...{ reasonCode: 'AM04', collectedOn: '2026-11-20', returnedOn: '2026-11-24', debtorName: null, concept: null },
}

test.each([
  ['FE26/00123', 'FE2600123'],
  ['fe26-00123 ', 'FE2600123'],
  ['', ''],
])('%j is compared as %j', (reference, plain) => expect(plainReference(reference)).toBe(plain))

test.each([
  ['FE26/00123', 'FE2600123'],
  ['NOTPROVIDED', null],
  ['  ', null],
  [null, null],
])('the reference %j is %j', (endToEndId, reference) => expect(referenceOf({ endToEndId })).toBe(reference))

describe('two reports are of the same return', () => {
  test.each<[string, Partial<ReturnedDebit>, boolean]>([
    ['the same', {}, true],
    ['written otherwise by another format', { endToEndId: 'FE2600123', mandateId: null, iban: null }, true],
    ['reported with another reason', { reasonCode: 'MS03' }, true],
    ['of another amount', { amountCents: 4_570 }, false],
    ['of another invoice', { endToEndId: 'FE26/00124' }, false],
    ['of another mandate', { mandateId: 'C-101' }, false],
    ['of another account', { iban: 'ES7921000813610123456789' }, false],
    ['presented again and returned again', { collectedOn: '2026-12-01', returnedOn: '2026-12-03' }, false],
    ['without collection day, some days later', { collectedOn: null, returnedOn: '2026-11-29' }, true],
    ['without collection day, some days before', { collectedOn: null, returnedOn: '2026-11-19' }, true],
    ['without collection day, much later', { collectedOn: null, returnedOn: '2026-11-30' }, false],
  ])('%s', (_, change, isSame) => {
    expect(isSameReturn(debit, { ...debit, ...change })).toBe(isSame)
    expect(isSameReturn({ ...debit, ...change }, debit)).toBe(isSame)
  })

  test('without reference, by mandate or account only', () => {
    const bare = { ...debit, endToEndId: null }
    expect(isSameReturn(bare, bare)).toBe(true)
    const nameless = { ...bare, mandateId: null, iban: null }
    expect(isSameReturn(nameless, nameless)).toBe(false)
  })
})

describe('the invoice of a return', () => {
  const candidate = (by: MatchCandidate['by'], key: string, amountTotalCents: number) => ({ by, key, amountTotalCents })
  test.each<[string, MatchCandidate[], string]>([
    ['the one with its reference', [candidate('reference', 'a', 100), candidate('account', 'b', 100)], 'a'],
    ['named with another amount', [candidate('reference', 'a', 99), candidate('account', 'b', 100)], 'other_amount'],
    ['the only one of the mandate', [candidate('mandate', 'a', 100), candidate('mandate', 'b', 99)], 'a'],
    ['two of the mandate', [candidate('mandate', 'a', 100), candidate('mandate', 'b', 100)], 'several'],
    ['the same found twice', [candidate('mandate', 'a', 100), candidate('mandate', 'a', 100)], 'a'],
    ['the mandate before the account', [candidate('account', 'b', 100), candidate('mandate', 'a', 100)], 'a'],
    ['the only one of the account', [candidate('mandate', 'b', 99), candidate('account', 'a', 100)], 'a'],
    ['two of the account', [candidate('account', 'a', 100), candidate('account', 'b', 100)], 'several'],
    ['none with that amount', [candidate('account', 'a', 99)], 'other_amount'],
    ['none at all', [], 'none'],
  ])('%s', (_, candidates, expected) => {
    const chosen = chooseMatch(100, candidates)
    expect('match' in chosen ? chosen.match.key : chosen.unmatched).toBe(expected)
  })
})

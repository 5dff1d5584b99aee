import { describe, expect, test } from 'vitest'
import {
  type ContractStatus,
  contractStatusOf,
  groupEqualPowers,
  isConditionFilter,
  isPendingStart,
  splitSearchTerms,
} from './rules.ts'
import { computeLatestStart } from './signing-deadlines.ts'

describe('the contract status', () => {
  const cases: [state: string, signedOn: string | null, expected: ContractStatus, reason: string][] = [
    ['esborrany', null, 'signature_pending', 'a draft without a day of signature waits for one'],
    ['esborrany', '2026-11-02', 'draft', 'a signed draft is in process'],
    ['activa', '2024-02-03', 'active', 'the usual case'],
    ['activa', null, 'active', 'an old contract whose signature nobody dated is active all the same'],
    ['baixa', '2024-02-03', 'closed', 'it has ended'],
    ['cancelada', null, 'closed', 'gas never supplied'],
    ['suspesa', '2024-02-03', 'closed', 'any other state shows as closed'],
    ['', null, 'closed', 'so does none'],
  ]

  test.each(cases)('of %j signed on %s is %s: %s', (state, signedOn, expected) => {
    expect(contractStatusOf({ state, signedOn })).toBe(expected)
  })
})

describe('contracted powers', () => {
  const cases: [powerWatts: number[], runs: string, reason: string][] = [
    [[4600, 4600], '1-2: 4600', 'a home with one power all day'],
    [[4600, 3450], '1-1: 4600, 2-2: 3450', 'a home with less in the valley'],
    [[120, 120, 120, 120, 120, 160], '1-5: 120, 6-6: 160', 'a company with more in the cheapest period'],
    [[10, 20, 20, 10], '1-1: 10, 2-3: 20, 4-4: 10', 'the same power again later is told again'],
    [[], '', 'gas has none'],
  ]

  test.each(cases)('are grouped from %j to %j: %s', (powerWatts, runs) => {
    expect(
      groupEqualPowers(powerWatts)
        .map(({ first, last, watts }) => `${first}-${last}: ${watts}`)
        .join(', '),
    ).toBe(runs)
  })
})

describe('the search filter', () => {
  test.each([
    ['Málaga, Calle LARIOS', ['malaga', 'calle', 'larios'], 'accents, capitals and commas are forgiven'],
    ['ES 0031 1014', ['es', '0031', '1014'], 'a CUPS is often copied in groups'],
    ['Gràcia; l’Ametlla', ['gracia', 'l’ametlla'], 'an apostrophe belongs to its word'],
    ['ES 0031\u00a01014', ['es', '0031', '1014'], 'documents hold no-break spaces'],
    [' - , ', ['-'], 'a dash alone is looked for'],
    ['', [], 'nothing is no word'],
    ['a b c d e f g h i j k l', [...'abcdefghij'], 'ten words are enough'],
  ])('splits %j into %j: %s', (text, expected) => {
    expect(splitSearchTerms(text)).toEqual(expected)
  })

  test.each([
    ['[["name","=","7"]]', true, 'a list of conditions'],
    [' [', true, 'the beginning of one, which will be refused'],
    ['Larios [bis]', false, 'words with a bracket'],
    ['', false, 'nothing'],
  ])('recognises in %j a list of conditions: %s (%s)', (filter, expected) => {
    expect(isConditionFilter(filter)).toBe(expected)
  })
})

describe('a contract pending its start', () => {
  test.each<['electricity' | 'gas', string, string | null, string]>([
    ['gas', '2026-11-20', '2026-12-11', 'the day it is signed'],
    ['gas', '2026-12-11', '2026-12-11', 'the last day'],
    ['gas', '2026-12-12', null, 'when the day is past'],
    ['electricity', '2026-11-20', '2026-12-14', 'fifteen working days, over a holiday'],
    ['electricity', '2026-12-15', null, 'when the day is past'],
  ])('of %s on %s begins by %s (%s)', (energy, today, beginsBy) => {
    expect(computeLatestStart({ energy, signedOn: '2026-11-20' }, today)).toBe(beginsBy)
  })

  test.each([
    ['draft', true],
    ['signature_pending', true],
    ['active', false],
    ['closed', false],
  ] as const)('%s: %s', (standing, expected) => {
    expect(isPendingStart(standing)).toBe(expected)
  })
})

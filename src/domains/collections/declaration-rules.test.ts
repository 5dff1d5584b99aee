import { describe, expect, test } from 'vitest'
import {
  type DeclarationDecision,
  type DeclarationState,
  decisionsFor,
  endsSoon,
  isAcceptableUntil,
  kindsFor,
  needsAnswer,
  stopsWhileChecked,
} from './declaration-rules.ts'

test.each<[DeclarationState, DeclarationDecision[], string]>([
  ['open', ['accept', 'ask', 'refuse'], 'it is being checked'],
  ['incomplete', ['accept', 'refuse'], 'more was asked for already'],
  ['accepted', ['end'], 'it can stop being true'],
  ['refused', [], 'another one has to be declared'],
  ['lapsed', [], 'another one has to be declared'],
  ['ended', [], 'another one has to be declared'],
])('one that is %s allows %j: %s', (state, decisions) => {
  expect(decisionsFor(state)).toEqual(decisions)
})

test.each<[DeclarationState[], boolean, string]>([
  [[], true, 'the first one'],
  [['ended'], true, 'the paper of an earlier one has run out'],
  [['refused'], false, 'an earlier one was refused'],
  [['ended', 'lapsed'], false, 'what was missing of an earlier one never came'],
])('after %j a new one stops a suspension while it is checked: %s, %s', (earlier, expected) => {
  expect(stopsWhileChecked(earlier)).toBe(expected)
})

describe('what is accepted', () => {
  test.each([
    ['2026-12-12', false, 'there is time'],
    ['2026-12-11', true, 'its customer is told'],
    ['2026-11-27', true, 'its last day'],
  ])('until %s ends soon: %s, %s', (day, expected) => {
    expect(endsSoon(day, '2026-11-27')).toBe(expected)
  })

  test.each([
    ['2026-11-26', false, 'it would be over'],
    ['2026-11-27', true, 'the last day is today'],
    ['2028-11-27', true, 'two years'],
    ['2028-11-28', false, 'longer than papers are trusted'],
  ])('until %s: %s, %s', (day, expected) => {
    expect(isAcceptableUntil(day, '2026-11-27')).toBe(expected)
  })

  test('needs no reasons, and everything else does', () => {
    expect((['accept', 'ask', 'refuse', 'end'] as const).map(needsAnswer)).toEqual([false, true, true, true])
  })
})

test('a company declares an essential service, and a person anything', () => {
  expect(kindsFor({ isCompany: true })).toEqual(['essential_service'])
  expect(kindsFor({ isCompany: false })).toContain('medical_device')
})

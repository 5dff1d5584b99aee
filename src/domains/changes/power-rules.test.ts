import { describe, expect, test } from 'vitest'
import { hasSixPowers, type PowerProblem, parsePowerInput, powerProblems, tariffFor } from './power-rules.ts'

test.each<[string, number | null, string]>([
  ['1,001', 1001, 'three decimals after a comma are exact'],
  ['1.001', 1001, 'and after a point'],
  ['4,6', 4600, 'as most are written'],
  [' 5 ', 5000, 'with spaces around'],
  ['', 0, 'nothing'],
  ['0', 0, 'none'],
  ['1,0011', null, 'half a watt'],
  ['-3', null, 'negative'],
  ['4,6 kW', null, 'with its unit'],
  ['1.000,5', 1_000_500, 'with thousands'],
  ['3.450', 3450, 'as bills print it'],
])('parses %j kW as %s W: %s', (text, watts) => {
  expect(parsePowerInput(text)).toBe(watts)
})

test.each([
  [[15_000, 15_000], false, 'the threshold itself still has two'],
  [[15_001, 10_000], true, 'one of them is enough'],
  [[3_450, 15_001], true, 'either of them'],
  [[null, 4_600], false, 'what cannot be read counts nothing'],
])('decides for %j whether six powers are needed: %s, because %s', (asked, expected) => {
  expect(hasSixPowers(asked)).toBe(expected)
})

test.each([
  [6, '2.0TD', '3.0TD', 'a home that grows'],
  [2, '3.0TD', '2.0TD', 'a hall that shrinks'],
  [2, '2.0TD', '2.0TD', 'a home stays one'],
  [6, '6.1TD', '6.1TD', 'of high voltage'],
])('maps %i powers under %s to %s: %s', (count, present, tariff) => {
  expect(tariffFor(count, present)).toBe(tariff)
})

const none = [undefined, undefined, undefined, undefined, undefined, undefined]
const same = 'power_same_error_modification_close'
const lower = 'power_lower_than_previous'
const home = [4_600, 4_600]
const hall = [20_000, 20_000, 20_000, 20_000, 20_000, 30_000]

describe('up to 15 kW', () => {
  test.each<[(number | null)[], (PowerProblem | undefined)[], string]>([
    [[5_500, 5_500], none, 'more of both'],
    [[5_500, 4_600], none, 'more of one'],
    [[3_450, 4_600], none, 'less of one'],
    [[4_600, 4_600], [same, same], 'as it is'],
    [[4_601, 4_600], none, 'a watt more'],
    [[15_000, 15_000], none, 'just two periods'],
    [[0, 5_500], ['power_required'], 'P1 is missing'],
    [[5_500, 0], [undefined, 'power_required'], 'P2 is missing'],
    [[999, 5_500], ['power_too_low'], 'less than 1 kW'],
    [[1_000, 5_500], none, 'just 1 kW'],
    [[null, 5_500], ['power_unreadable'], 'no number'],
    [[5_500, 5_500, 5_500], [undefined, undefined, 'power_period_unused'], 'a period that does not count'],
  ])('validates %j as %j: %s', (asked, expected) => {
    expect(powerProblems(padded(asked), home)).toEqual(full(expected))
  })
})

describe('above 15 kW', () => {
  test.each<[(number | null)[], (PowerProblem | undefined)[], string]>([
    [[20_000, 20_000, 21_000, 21_000, 21_000, 31_000], none, 'four that are others and rise'],
    [[16_000, 10_000, 10_000, 10_001, 10_001, 10_001], none, 'one above is enough'],
    [[20_000, 20_000, 0, 21_000, 21_000, 31_000], [undefined, undefined, 'power_required'], 'P3 is missing'],
    [
      [20_000, 20_000, 21_000, null, 22_000, 31_000],
      [undefined, undefined, undefined, 'power_unreadable'],
      'no number',
    ],
    [[21_000, 21_000, 20_000, 21_000, 21_000, 31_000], [undefined, undefined, same], 'P3 is as it is'],
    [[21_000, 22_000, 21_000, 22_000, 22_000, 31_000], [undefined, undefined, lower], 'P3 is below P2'],
    [
      [21_000, 21_000, 21_000, 22_000, 22_000, 21_500],
      [undefined, undefined, undefined, undefined, undefined, lower],
      'P6 is below P5',
    ],
    [[200_000_000, 1_000, 1, 2, 3, 4], ['power_too_high', undefined, lower], 'a slip'],
  ])('validates %j as %j: %s', (asked, expected) => {
    expect(powerProblems(padded(asked), hall)).toEqual(full(expected))
  })

  test('requires all six powers when a home grows beyond 15 kW', () => {
    const required = Array(4).fill('power_required')
    expect(powerProblems(padded([17_000, 17_000]), home)).toEqual([undefined, undefined, ...required])
    expect(powerProblems(Array(6).fill(17_000), home)).toEqual(none)
  })

  test('requires two powers again when a large supply shrinks below 15 kW', () => {
    expect(powerProblems(padded([10_000, 10_000]), hall)).toEqual(none)
  })
})

function padded(watts: (number | null)[]) {
  return [...watts, ...Array(6 - watts.length).fill(0)]
}

function full(problems: (PowerProblem | undefined)[]) {
  return [...problems, ...Array(6 - problems.length).fill(undefined)]
}

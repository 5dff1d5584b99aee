import { describe, expect, test } from 'vitest'
import { powerProblems } from '#domains/changes/power-rules.ts'
import {
  chooseVerdict,
  computeLowestPowers,
  computeNeededWatts,
  type MeasuredPower,
  type Verdict,
} from './advice-rules.ts'

const quarter = (place: number, watts: number): MeasuredPower => ({ periodIndex: place, watts, minutes: 15 })
const hour = (place: number, watts: number): MeasuredPower => ({ periodIndex: place, watts, minutes: 60 })

test.each<[string, MeasuredPower[], number, number[]]>([
  ['adds ten per cent to a quarter of an hour', [quarter(0, 3_000), quarter(1, 1_001)], 2, [3_300, 1_102]],
  ['adds twenty-five per cent to an hour', [hour(0, 3_000)], 2, [3_750, 0]],
])('%s', (_, measured, count, expected) => {
  expect(computeNeededWatts(measured, count)).toEqual(expected)
})

const six = [22_000, 22_000, 24_000, 24_000, 24_000, 30_000]
const lowest: [reason: string, needed: number[], present: number[], powers: number[]][] = [
  ['rounds two powers up to the next tenth of a kW', [3_301, 1_250], [4_600, 4_600], [3_400, 1_300]],
  ['does not require two powers to rise', [4_000, 2_000], [5_500, 5_500], [4_000, 2_000]],
  ['sets neither of two powers below 1 kW', [300, 0], [4_600, 4_600], [1_000, 1_000]],
  [
    'never lets six powers fall',
    [18_000, 16_000, 20_000, 12_000, 9_000, 0],
    six,
    [18_000, 18_000, 20_000, 20_000, 20_000, 20_000],
  ],
  [
    'raises six powers above 15 kW from the second on',
    [9_000, 8_000, 7_000, 0, 0, 0],
    six,
    [9_000, 15_100, 15_100, 15_100, 15_100, 15_100],
  ],
  [
    'changes the last four of six powers',
    [20_000, 20_000, 24_000, 24_000, 24_000, 24_000],
    six,
    [20_000, 20_000, 24_100, 24_100, 24_100, 24_100],
  ],
]
test.each(lowest)('%s', (_, needed, present, powers) => {
  const advised = computeLowestPowers(needed, present)
  expect(advised).toEqual(powers)
  const requestedPowers = [...advised, 0, 0, 0, 0].slice(0, 6)
  expect(powerProblems(requestedPowers, present).filter(Boolean), 'a change of power would be refused').toEqual([])
})

describe('chooseVerdict', () => {
  const verdictInput = {
    measured: [quarter(0, 3_000), quarter(1, 2_000)],
    days: 365,
    present: [4_600, 4_600],
    savingCents: 5_000,
    rightsCents: 1_150,
  }
  test.each<[string, Partial<typeof verdictInput>, Verdict]>([
    ['lowers where that pays off within a year', {}, 'lower'],
    ['keeps where it does not', { savingCents: 1_150 }, 'keep'],
    ['keeps where the margin would cost more', { savingCents: -300 }, 'keep'],
    ['raises where more was measured than is contracted', { measured: [quarter(1, 4_700)] }, 'raise'],
    ['gives no advice without a whole year', { days: 329 }, 'unmeasured'],
    ['gives no advice without a curve', { measured: [] }, 'unmeasured'],
  ])('%s', (_, given, expected) => {
    expect(chooseVerdict({ ...verdictInput, ...given })).toBe(expected)
  })
})

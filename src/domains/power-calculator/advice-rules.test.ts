import { describe, expect, test } from 'vitest'
import { powerProblems } from '#domains/changes/power-rules.ts'
import { lowestPowers, type Measured, neededWatts, type Verdict, verdictOf } from './advice-rules.ts'

const quarter = (place: number, watts: number): Measured => ({ place, watts, minutes: 15 })
const hour = (place: number, watts: number): Measured => ({ place, watts, minutes: 60 })

test.each<[string, Measured[], number, number[]]>([
  ['a quarter of an hour has a margin of ten per cent', [quarter(0, 3_000), quarter(1, 1_001)], 2, [3_300, 1_102]],
  ['an hour one of twenty-five', [hour(0, 3_000)], 2, [3_750, 0]],
])('%s', (_, measured, count, expected) => {
  expect(neededWatts(measured, count)).toEqual(expected)
})

const six = [22_000, 22_000, 24_000, 24_000, 24_000, 30_000]
const lowest: [reason: string, needed: number[], present: number[], powers: number[]][] = [
  ['two go up to the next tenth of a kW', [3_301, 1_250], [4_600, 4_600], [3_400, 1_300]],
  ['two need not rise', [4_000, 2_000], [5_500, 5_500], [4_000, 2_000]],
  ['neither of two is below 1 kW', [300, 0], [4_600, 4_600], [1_000, 1_000]],
  ['six never fall', [18_000, 16_000, 20_000, 12_000, 9_000, 0], six, [18_000, 18_000, 20_000, 20_000, 20_000, 20_000]],
  [
    'six reach above 15 kW by the second',
    [9_000, 8_000, 7_000, 0, 0, 0],
    six,
    [9_000, 15_100, 15_100, 15_100, 15_100, 15_100],
  ],
  [
    'the last four of six are others than now',
    [20_000, 20_000, 24_000, 24_000, 24_000, 24_000],
    six,
    [20_000, 20_000, 24_100, 24_100, 24_100, 24_100],
  ],
]
test.each(lowest)('%s', (_, needed, present, powers) => {
  const advised = lowestPowers(needed, present)
  expect(advised).toEqual(powers)
  const asked = [...advised, 0, 0, 0, 0].slice(0, 6)
  expect(powerProblems(asked, present).filter(Boolean), 'a change of power would be refused').toEqual([])
})

describe('the verdict', () => {
  const standing = {
    measured: [quarter(0, 3_000), quarter(1, 2_000)],
    days: 365,
    present: [4_600, 4_600],
    savingCents: 5_000,
    rightsCents: 1_150,
  }
  test.each<[string, Partial<typeof standing>, Verdict]>([
    ['lower where it pays within a year', {}, 'lower'],
    ['keep where it does not', { savingCents: 1_150 }, 'keep'],
    ['keep where the margin would cost more', { savingCents: -300 }, 'keep'],
    ['raise where more was measured than is contracted', { measured: [quarter(1, 4_700)] }, 'raise'],
    ['nothing without a whole year', { days: 329 }, 'unmeasured'],
    ['nothing without a curve', { measured: [] }, 'unmeasured'],
  ])('%s', (_, given, expected) => {
    expect(verdictOf({ ...standing, ...given })).toBe(expected)
  })
})

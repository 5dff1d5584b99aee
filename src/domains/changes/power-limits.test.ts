import { describe, expect, test } from 'vitest'
import { earlyChangeUntil, isOver20YearsOld, powerChangeTopic, usableExtensionRight } from './power-limits.ts'

describe('another change of the power', () => {
  test.each([
    ['2026-03-10', '2027-03-10', '2026-11-20', '2027-03-10', 'eight months after the last'],
    ['2026-03-10', '2027-03-10', '2027-03-10', '2027-03-10', 'on the last day of the year'],
    ['2026-03-10', '2027-03-10', '2027-03-11', null, 'a day later'],
    ['2021-05-31', '2022-05-31', '2021-12-01', null, 'where the tariff structure has changed since'],
    ['2021-06-01', '2022-06-01', '2021-12-01', '2022-06-01', 'where it changed that day'],
  ])('made on %s, early until %s, is early on %s until %s: %s', (changedOn, until, day, expected, _why) => {
    expect(earlyChangeUntil({ changedAt: new Date(`${changedOn}T10:00:00Z`), until }, day)).toBe(expected)
  })
})

test.each([
  [9200, [4600, 4600], 9200, 'more than what is contracted'],
  [4600, [4600, 4600], 4600, 'just what is contracted'],
  [3450, [4600, 4600], null, 'less, which cannot be right'],
  [null, [4600, 4600], null, 'not known'],
])('an extension right of %s W with %j contracted is usable as %s: %s', (registered, present, expected, _why) => {
  expect(usableExtensionRight(registered, present)).toBe(expected)
})

test.each([
  [['2006-11-19', null], true, 'a day more than twenty years'],
  [['2006-11-20', null], false, 'twenty years to the day'],
  [['2024-01-01', '2001-05-01'], true, 'the supply is older than the signature'],
  [[null, null], false, 'not known'],
] as const)('a contract since %j is over twenty years old on 2026-11-20: %s (%s)', (beginnings, expected, _why) => {
  expect(isOver20YearsOld(beginnings, '2026-11-20')).toBe(expected)
})

test.each([
  ['2.0TD', [4600, 4600, 15_000], 'remote', 'a household meter is changed remotely'],
  ['2.0TD', [10_000, 15_100], 'field_low_voltage', 'it leaves the household range'],
  ['3.0TD', [20_000, 14_000], 'field_low_voltage', 'it comes from above the household range'],
  ['6.1TD', [450_000], 'field_high_voltage', 'the tariff is one of high voltage'],
] as const)('a change of %s with %j has the term %s: %s', (tariff, powerWatts, expected, _why) => {
  expect(powerChangeTopic({ tariff, powerWatts })).toBe(expected)
})

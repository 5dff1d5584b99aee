import { expect, test } from 'vitest'
import { isCrossing, isExpired, isMet, type LimitType, parseContractName, parseLimit } from './rules.ts'

test.each<[type: LimitType, price: string, limit: string, isMet: boolean, reason: string]>([
  ['<', '49.99', '50', true, 'a cent below'],
  ['<', '50.00', '50', false, 'below is not at'],
  ['>', '50.01', '50', true, 'a cent above'],
  ['>', '50', '50.00', false, 'above is not at'],
  ['==', '50.00', '50', true, 'the same, however it is written'],
  ['==', '50.01', '50', false, 'a cent beside'],
  ['<', '9.5', '10', true, 'as numbers, not as text'],
  ['>', '0.3', '0.29', true, 'exactly, where binary fractions are not'],
  ['<', '0', '0', false, 'nothing is below zero'],
])('compares by %s: price %s with limit %s is %s, %s', (type, price, limit, met) => {
  expect(isMet(type, price, limit)).toBe(met)
})

test.each([
  [false, true, true, 'it has just crossed'],
  [true, true, false, 'it had crossed before'],
  [true, false, false, 'it came back'],
  [false, false, false, 'nothing happened'],
])('with met before %s and now %s, notifies %s: %s', (wasMet, isMetNow, isTold) => {
  expect(isCrossing({ wasMet, isMet: isMetNow })).toBe(isTold)
})

test.each<[text: string, limit: number | null, reason: string]>([
  ['50', 50, 'a whole number'],
  ['50,5', 50.5, 'with a comma'],
  ['50.55', 50.55, 'with a point'],
  [' 0 ', 0, 'nothing at all is a limit'],
  ['10000', 10_000, 'the highest'],
  ['10000,01', null, 'more than any price'],
  ['50,555', null, 'a digit more than prices have'],
  ['-1', null, 'below zero'],
  ['', null, 'nothing written'],
  ['1.234,5', 1234.5, 'thousands'],
  ['cheap', null, 'no number'],
])('parses the limit %j as %s: %s', (text, limit) => {
  expect(parseLimit(text, 'es')).toBe(limit)
})

test.each([
  ['FTB M Jan-27', 'FTB', '2027-01-01', '2027-01-31', 'a month'],
  ['FTK M Feb-28', 'FTK', '2028-02-01', '2028-02-29', 'a February of 29 days'],
  ['FTB Q1-27', 'FTB', '2027-01-01', '2027-03-31', 'a quarter'],
  ['FTB Q4-26', 'FTB', '2026-10-01', '2026-12-31', 'the last quarter'],
  ['FTB YR-28', 'FTB', '2028-01-01', '2028-12-31', 'a year'],
  ['FTB Wk48-26', 'FTB', '2026-11-23', '2026-11-29', 'a week'],
  ['FTB Wk01-27', 'FTB', '2027-01-04', '2027-01-10', 'the first week of a year that begins on a Friday'],
  ['FTB D Mo23Nov-26', 'FTB', '2026-11-23', '2026-11-23', 'a day'],
  ['  FGE  M   Jan-27 ', 'FGE', '2027-01-01', '2027-01-31', 'gas, with spaces to spare'],
])('parses %s as %s from %s until %s: %s', (name, instrument, deliveryFrom, deliveryUntil) => {
  expect(parseContractName(name)).toMatchObject({ instrument, deliveryFrom, deliveryUntil })
})

test.each([
  'FTB',
  'FTB M Ene-27',
  'FTB Q5-27',
  'FTB YR-2027',
  'FTB Wk00-27',
  'FTB Wk53-27',
  'FTB D Mo31Feb-27',
  'FTB D Mo10Ene-27',
  'ftb m jan-27',
  'FTBX M Jan-27',
  '',
])('rejects %j as a contract name', (name) => {
  expect(parseContractName(name)).toBeNull()
})

test('treats a contract as traded on its last day, and as expired after it', () => {
  expect(isExpired('2026-12-31', '2026-12-31')).toBe(false)
  expect(isExpired('2026-12-31', '2027-01-01')).toBe(true)
})

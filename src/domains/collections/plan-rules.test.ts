import { describe, expect, test } from 'vitest'
import {
  divideCorrection,
  divideDebt,
  leftOfParts,
  maxPartsOf,
  missedPart,
  paymentsOfNextPart,
  stateOfNewPlan,
} from './plan-rules.ts'

const parts = divideDebt(10_000, 3, '2026-11-27')

test('a debt is divided into equal parts by month, and nothing of it is lost', () => {
  expect(parts).toEqual([
    { number: 1, dueOn: '2026-12-04', amountCents: 3_334 },
    { number: 2, dueOn: '2027-01-04', amountCents: 3_333 },
    { number: 3, dueOn: '2027-02-04', amountCents: 3_333 },
  ])
  expect(divideDebt(9_999, 2, '2027-01-24').map(({ dueOn }) => dueOn)).toEqual(['2027-01-31', '2027-02-28'])
})

describe('a correction', () => {
  const bill = { issuedOn: '2026-11-20', dueOn: '2026-12-10', pendingCents: 10_000 }
  const divide = (errorOn: string, amountCents: number, more: Partial<typeof bill> = {}, today = '2026-11-28') =>
    divideCorrection({ ...bill, ...more, correction: { errorOn, amountCents } }, { maxMonths: 12, today })

  test.each([
    ['2026-10-20', 10_000, null, 'one month: the bill itself'],
    ['2026-09-20', 10_000, [5_000, 5_000], 'two months'],
    ['2026-08-20', 10_000, [3_334, 3_333, 3_333], 'the first part has the cents that are left over'],
    ['2026-08-20', 3_000, [8_000, 1_000, 1_000], 'what else the bill charges is paid with the first'],
    ['2026-08-20', 20_000, [3_334, 3_333, 3_333], 'never more than is still owed'],
    ['2026-08-20', 2, [9_999, 1], 'a part is a cent at least'],
    ['2026-08-20', 1, null, 'a cent is paid at once'],
    ['2024-01-01', 10_000, [837, ...Array.from({ length: 11 }, () => 833)], 'a year at most'],
  ])('of an error since %s of %i cents has the parts %j: %s', (errorOn, amountCents, amounts, _why) => {
    const divided = divide(errorOn, amountCents)
    expect(divided?.map((part) => part.amountCents) ?? null).toEqual(amounts)
    if (divided) expect(divided.reduce((sum, part) => sum + part.amountCents, 0)).toBe(10_000)
  })

  test('is due by month from the day of its bill, and never at once', () => {
    const days = (today: string) => divide('2026-08-20', 10_000, {}, today)!.map(({ dueOn }) => dueOn)
    expect(days('2026-11-28')).toEqual(['2026-12-10', '2027-01-10', '2027-02-10'])
    expect(days('2026-12-24')).toEqual(['2026-12-31', '2027-01-31', '2027-02-28'])
  })
})

test.each([
  ['noticed', 10_000, 10, 'ten euros each'],
  ['announced', 100_000, 12, 'a year at most'],
  ['delivered', 2_000, 2, 'two of ten euros'],
  ['delivered', 1_999, null, 'too little for two'],
  ['suspended', 10_000, null, 'only the whole brings the power back'],
  ['closed', 10_000, null, 'nothing is owed'],
] as const)('a debt that is %s of %i cents has at most %s parts: %s', (step, owedCents, count, _why) => {
  expect(maxPartsOf({ step, owedCents })).toBe(count)
})

test.each([
  [3, 3, false, 'active', 'within the rules'],
  [4, 3, false, 'requested', 'more than the rules allow'],
  [2, 3, true, 'requested', 'after one that was missed'],
  [2, 0, false, 'requested', 'the retailer decides about each'],
] as const)(
  '%i parts of %i allowed, missed before %s: %s (%s)',
  (count, partsWithoutAsking, hasMissedPlan, state, _why) => {
    expect(stateOfNewPlan(count, { partsWithoutAsking, hasMissedPlan })).toBe(state)
  },
)

describe('what was paid', () => {
  test.each([
    [0, [3_334, 3_333, 3_333]],
    [3_000, [334, 3_333, 3_333]],
    [3_334, [0, 3_333, 3_333]],
    [5_000, [0, 1_667, 3_333]],
    [10_000, [0, 0, 0]],
    [-500, [3_334, 3_333, 3_333]],
  ])('of %i cents covers the earliest parts', (paid, left) => {
    expect(leftOfParts(parts, paid).map(({ leftCents }) => leftCents)).toEqual(left)
  })

  test.each([
    [0, '2026-12-04', undefined, 'its day is not over'],
    [0, '2026-12-05', 1, 'its day is over'],
    [3_333, '2026-12-05', 1, 'a cent is missing'],
    [3_334, '2027-01-04', undefined, 'it was paid'],
    [3_334, '2027-01-05', 2, 'the next was not'],
    [10_000, '2028-01-01', undefined, 'all were paid early'],
  ])('%i cents on %s leaves part %s missed: %s', (paid, today, number, _why) => {
    expect(missedPart(parts, paid, today)?.number).toBe(number)
  })

  test('the next part is paid on the oldest invoices', () => {
    const invoices = [
      { id: 1, number: 'A', pendingCents: 1_000 },
      { id: 2, number: 'B', pendingCents: 9_000 },
    ]
    expect(paymentsOfNextPart(leftOfParts(parts, 0), invoices)).toEqual([
      { id: 1, number: 'A', amountCents: 1_000 },
      { id: 2, number: 'B', amountCents: 2_334 },
    ])
    expect(paymentsOfNextPart(leftOfParts(parts, 10_000), [])).toEqual([])
  })
})

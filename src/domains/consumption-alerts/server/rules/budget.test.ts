import { expect, test } from 'vitest'
import { budgetOf, type ExpectedBill, exceedsBudget } from './budget.ts'

const november: ExpectedBill = {
  ...{ firstDay: '2026-11-01', lastDay: '2026-11-30' },
  ...{ expectedCents: 7_000, lowCents: 6_400, highCents: 7_700, measuredDays: 3 },
}

test.each<[reason: string, bill: Partial<ExpectedBill>, monthCents: number, exceeds: boolean]>([
  ['all of the band is above', {}, 6_000, true],
  ['the lower end is the budget to the cent', {}, 6_400, false],
  ['one cent less', {}, 6_399, true],
  ['only the expected amount is above', {}, 6_800, false],
  ['all of the band is below', {}, 8_000, false],
  ['two days were measured', { measuredDays: 2 }, 6_000, false],
  ['two months have two budgets', { lastDay: '2026-12-31' }, 6_000, false],
  ['and exceed both', { lastDay: '2026-12-31' }, 3_199, true],
])('a bill of which %s', (_, bill, monthCents, exceeds) => {
  expect(exceedsBudget({ ...november, ...bill }, monthCents)).toBe(exceeds)
})

test.each<[reason: string, firstDay: string, lastDay: string, months: number]>([
  ['February', '2026-02-01', '2026-02-28', 1],
  ['the ten days of a first bill', '2026-02-01', '2026-02-10', 1],
  ['five weeks', '2026-02-01', '2026-03-07', 1],
  ['two months', '2026-01-01', '2026-02-28', 2],
  ['a year', '2026-01-01', '2026-12-31', 12],
])('%s has the budget of as many months', (_, firstDay, lastDay, months) => {
  expect(budgetOf({ firstDay, lastDay }, 100)).toBe(months * 100)
})

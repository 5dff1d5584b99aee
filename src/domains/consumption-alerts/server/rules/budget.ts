import { dayCount, type MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'

/** A bill to come, with the band in which eight of ten would lie. */
export type ExpectedBill = {
  firstDay: MarketDay
  lastDay: MarketDay
  expectedCents: Cents
  lowCents: Cents
  highCents: Cents
  /** How many of its days were measured, each hour of them. */
  measuredDays: number
}

const daysOfMonth = 30.4
/** Before, the band follows earlier weeks alone. */
const minMeasuredDays = 3

/** Returns the budget of a bill: that of a month, as many times as the bill has months, and at least once. */
export function budgetOf({ firstDay, lastDay }: Pick<ExpectedBill, 'firstDay' | 'lastDay'>, monthCents: Cents): Cents {
  return Math.max(1, Math.round(dayCount(firstDay, lastDay) / daysOfMonth)) * monthCents
}

/**
 * Returns whether a bill will probably exceed the budget of a month: even the lower end of its band does. An alert that
 * is wrong one time in two would be turned off.
 */
export function exceedsBudget(bill: ExpectedBill, monthCents: Cents): boolean {
  return bill.measuredDays >= minMeasuredDays && bill.lowCents > budgetOf(bill, monthCents)
}

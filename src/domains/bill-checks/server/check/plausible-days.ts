import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { dayCount } from '#vocabulary/day.ts'
import type { BillFacts } from './bill-facts.ts'

// Years with four digits compare as texts; what other systems send for "never" or "always" is outside of these.
const earliest = '2000-01-01'
const latest = '2100-01-01'
/** Two years and some: the longest that a meter may go unread before its bill is corrected. */
const maxDays = 800

/** Checks whether the days of a bill and its lines can be those of a supply. Others are not computed with. */
export function hasPlausibleDays({ bill }: BillFacts): boolean {
  return bill.dueOn >= earliest && bill.dueOn < latest && [bill, ...bill.content.lines].every(isPlausible)
}

function isPlausible({ firstDay, lastDay }: DayRange): boolean {
  return firstDay >= earliest && lastDay < latest && lastDay >= firstDay && dayCount(firstDay, lastDay) <= maxDays
}

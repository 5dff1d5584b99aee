import { addDays, addMonths, firstOfMonth, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'

/** Distributors send the curves of a day three days later. */
const lagDays = 3
/** Bills are issued on the sixth, when the data of the whole previous month have arrived. */
const issueDayOfMonth = 6
/** Supply points billed by monthly readings have curves of the last weeks only; in days. */
const recentDays = 40

/** A billed month. Both its first and its last day are included. */
export type BilledMonth = {
  firstDay: MarketDay
  lastDay: MarketDay
  issuedOn: MarketDay
  /** The day before the bill of the next month is issued. */
  dueOn: MarketDay
  /** Number of bills issued after this one: 0 is the newest. */
  age: number
}

/** The dates of the demo retailer, derived from the day on which it is created. */
export type DemoCalendar = {
  today: MarketDay
  /** The first day with curves. */
  firstDay: MarketDay
  /** The last day with curves. */
  lastDay: MarketDay
  /** From this day on all supply points have curves. */
  recentFrom: MarketDay
  /** The billed months, oldest first. */
  months: BilledMonth[]
}

/** Returns the dates of a demo retailer that is created today and has billed this number of months. */
export function createDemoCalendar(today: MarketDay, monthCount: number): DemoCalendar {
  const isBilled = Number(today.slice(8)) >= issueDayOfMonth
  const newest = addMonths(firstOfMonth(today), isBilled ? -1 : -2)
  const lastDay = addDays(today, -lagDays)
  const months = Array.from({ length: monthCount }, (_, index) => {
    const age = monthCount - 1 - index
    return { ...createBilledMonth(addMonths(newest, -age)), age }
  })
  return { today, firstDay: months[0]!.firstDay, lastDay, recentFrom: addDays(lastDay, 1 - recentDays), months }
}

function createBilledMonth(firstDay: MarketDay) {
  const issuedOn = addDays(addMonths(firstDay, 1), issueDayOfMonth - 1)
  return { firstDay, lastDay: lastOfMonth(firstDay), issuedOn, dueOn: addDays(addMonths(issuedOn, 1), -1) }
}

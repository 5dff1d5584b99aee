import { addDays, addMonths, firstOfMonth, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'

/** Distributors send the curves of a day three days later. */
const lagDays = 3
/** Bills are made on the sixth, when the whole month before has arrived. */
const issueDayOfMonth = 6
/** Where monthly readings are billed, curves are only there for the last weeks. */
const recentDays = 40

/** A month that has been billed. Its days are both included. */
export type BilledMonth = {
  firstDay: MarketDay
  lastDay: MarketDay
  issuedOn: MarketDay
  /** The day before the next month's bill. */
  dueOn: MarketDay
  /** How many bills came after this one: 0 is the newest. */
  age: number
}

/** The days of the demo retailer, by the day on which it is created. */
export type DemoCalendar = {
  today: MarketDay
  /** The first day of which there are curves. */
  firstDay: MarketDay
  /** The last day of which there are curves. */
  lastDay: MarketDay
  /** From this day on all supply points have curves. */
  recentFrom: MarketDay
  /** The billed months, oldest first. */
  months: BilledMonth[]
}

/** The days of a demo retailer that is created today and has billed so many months. */
export function demoCalendar(today: MarketDay, monthCount: number): DemoCalendar {
  const isBilled = Number(today.slice(8)) >= issueDayOfMonth
  const newest = addMonths(firstOfMonth(today), isBilled ? -1 : -2)
  const lastDay = addDays(today, -lagDays)
  const months = Array.from({ length: monthCount }, (_, index) => {
    const age = monthCount - 1 - index
    return { ...billedMonth(addMonths(newest, -age)), age }
  })
  return { today, firstDay: months[0]!.firstDay, lastDay, recentFrom: addDays(lastDay, 1 - recentDays), months }
}

function billedMonth(firstDay: MarketDay) {
  const issuedOn = addDays(addMonths(firstDay, 1), issueDayOfMonth - 1)
  return { firstDay, lastDay: lastOfMonth(firstDay), issuedOn, dueOn: addDays(addMonths(issuedOn, 1), -1) }
}

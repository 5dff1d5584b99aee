import { addDays, addMonths, firstOfMonth, lastOfMonth, type MarketDay } from './day.ts'

/** The preset ranges of days, the most used first. */
export const dayRangeNames = ['last12Months', 'thisYear', 'lastYear', 'lastMonth'] as const
export type DayRangeName = (typeof dayRangeNames)[number]

/** A range of days, both included. */
export type NamedDayRange = { from: MarketDay; to: MarketDay }

/**
 * Returns the days of a named range on a given day: the last twelve months and this year end with that day, the other
 * ranges with the year or month that they name.
 */
export function dayRangeOf(name: DayRangeName, today: MarketDay): NamedDayRange {
  const year = Number(today.slice(0, 4))
  switch (name) {
    case 'last12Months':
      return { from: addDays(addMonths(today, -12), 1), to: today }
    case 'thisYear':
      return { from: `${year}-01-01`, to: today }
    case 'lastYear':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
    case 'lastMonth': {
      const to = addDays(firstOfMonth(today), -1)
      return { from: firstOfMonth(to), to: lastOfMonth(to) }
    }
  }
}

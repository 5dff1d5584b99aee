import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { addWorkingDays, isWorkingDay } from '#vocabulary/working-days.ts'
import { type FieldProblems, problemIf } from './field-problems.ts'

/** How far ahead a distributor takes a fixed date: rejection C5 of the CNMC's table 27. */
const maxDaysAhead = 30

/** The working days that asking the distributor and the technical part take (Real Decreto 88/2026, art. 19.1 and 19.2). */
const workingDaysToSwitch = 2

/**
 * Returns the first and the last day that the customer may name for the switch of electricity (Real Decreto 88/2026, art.
 * 18.2), both inclusive.
 */
export function switchWindow(today: MarketDay): { first: MarketDay; last: MarketDay } {
  return { first: addWorkingDays(today, workingDaysToSwitch), last: addDays(today, maxDaysAhead) }
}

/** Returns the problem of the day that was named: it is no working day, or outside of the window. */
export function switchDayProblems(day: MarketDay | null | undefined, today: MarketDay): FieldProblems {
  if (!day) return {}
  const { first, last } = switchWindow(today)
  if (day < first || day > last) return { switch_on: 'switch_day_outside' }
  return problemIf(!isWorkingDay(day), 'switch_on', 'switch_day_not_working')
}

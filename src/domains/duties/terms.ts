import { addDays, addMonths, dayCount, type MarketDay } from '#vocabulary/day.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { type MarketTimeZone, marketDayOf, startOf } from '#vocabulary/market-time.ts'
import { addWorkingDays, countWorkingDays, isWorkingDay, type LocalHolidays } from '#vocabulary/working-days.ts'

/** How a term is counted: days and months are those of the calendar. */
export const termUnits = ['hours', 'days', 'working_days', 'months', 'years'] as const
export type TermUnit = (typeof termUnits)[number]
export type Term = { count: number; unit: TermUnit }

/** Where a term is counted. Without holidays of its own, only national ones count, so that it never ends too late. */
export type DutyPlace = {
  timeZone: MarketTimeZone
  holidays: LocalHolidays
  /** Those of all places where it is not known which one it is: what must precede an event is then done early enough. */
  possibleHolidays?: LocalHolidays
}
export const unknownPlace: DutyPlace = { timeZone: 'Europe/Madrid', holidays: new Set() }

/** The end of a term: its last day, and the instant from which it is late. */
export type Deadline = { on: MarketDay; at: Date }

/**
 * Returns the end of a term. Hours run from the instant. Days of any kind begin on the day after it and end with the
 * last one (Código Civil, article 5; months and years from date to date).
 */
export function deadlineAfter(start: Date, term: Term, place: DutyPlace): Deadline {
  const { timeZone, holidays } = place
  if (term.unit === 'hours') return deadlineAtInstant(new Date(start.getTime() + term.count * msPerHour), timeZone)
  return deadlineOnDay(shiftDay(marketDayOf(start, timeZone), term.count, { ...term, holidays }), timeZone)
}

/** Returns a deadline later by some calendar days of tolerance. */
export function extendDeadline(deadline: Deadline, days: number, { timeZone }: DutyPlace): Deadline {
  return days === 0 ? deadline : deadlineOnDay(addDays(deadline.on, days), timeZone)
}

/** Returns the last day on which something can be done that must precede an event by a term. */
export function deadlineBefore(event: Date, term: Term, place: DutyPlace): Deadline {
  const { timeZone, possibleHolidays: holidays = place.holidays } = place
  if (term.unit === 'hours') return deadlineAtInstant(new Date(event.getTime() - term.count * msPerHour), timeZone)
  return deadlineOnDay(shiftDay(marketDayOf(event, timeZone), -term.count, { ...term, holidays }), timeZone)
}

/** A clock that stood still. */
export type Pause = { deadline: Deadline; pausedAt: Date; resumedAt: Date }

/**
 * Returns the end of a term whose clock stood still and goes on: what was left of it when it stopped, counted from when
 * it goes on.
 */
export function deadlineAfterPause(
  { deadline, pausedAt, resumedAt }: Pause,
  unit: TermUnit,
  place: DutyPlace,
): Deadline {
  const { timeZone, holidays } = place
  if (unit === 'hours') {
    const standingMs = resumedAt.getTime() - pausedAt.getTime()
    return deadlineAtInstant(new Date(deadline.at.getTime() + standingMs), timeZone)
  }
  const [pausedOn, resumedOn] = [marketDayOf(pausedAt, timeZone), marketDayOf(resumedAt, timeZone)]
  const lastDay =
    unit === 'working_days'
      ? addWorkingDays(resumedOn, countWorkingDays(pausedOn, deadline.on, holidays), holidays)
      : addDays(deadline.on, dayCount(pausedOn, resumedOn) - 1)
  return deadlineOnDay(lastDay, timeZone)
}

function shiftDay(
  day: MarketDay,
  count: number,
  { unit, holidays }: { unit: TermUnit; holidays: LocalHolidays },
): MarketDay {
  switch (unit) {
    case 'working_days':
      // No working day is the same one, or the next one where the day is none.
      if (count === 0 && isWorkingDay(day, holidays)) return day
      return addWorkingDays(day, count || 1, holidays)
    case 'months':
      return addMonths(day, count)
    case 'years':
      return addMonths(day, count * 12)
    default:
      return addDays(day, count)
  }
}

function deadlineOnDay(on: MarketDay, timeZone: MarketTimeZone): Deadline {
  return { on, at: startOf(addDays(on, 1), timeZone) }
}

function deadlineAtInstant(at: Date, timeZone: MarketTimeZone): Deadline {
  return { on: marketDayOf(at, timeZone), at }
}

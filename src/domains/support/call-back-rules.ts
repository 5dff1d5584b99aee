import { addDays } from '#vocabulary/day.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'
import { isWorkingDay, type LocalHolidays } from '#vocabulary/working-days.ts'

/** How a call that a customer asked for stands. */
export const callBackStates = ['asked', 'done', 'not_reached', 'cancelled'] as const
export type CallBackState = (typeof callBackStates)[number]

/** What an operator notes of a call: they spoke, nobody answered, or nobody answered and it is tried again. */
export const callOutcomes = ['done', 'not_reached', 'retry'] as const

/** On how many working days, today among them, customers can choose an hour. */
const daysOffered = 5
const leastNoticeMs = msPerHour / 2

type CallHours = { callBackFrom: number; callBackTo: number }

/**
 * Returns the hours at which customers can be called, as the instants at which they begin: those of the retailer on
 * working days of the place, from half an hour ahead.
 */
export function listCallHours(
  now: Date,
  { callBackFrom, callBackTo, holidays }: CallHours & { holidays: LocalHolidays },
): Date[] {
  const hours: Date[] = []
  let days = 0
  for (let day = marketDayOf(now, 'Europe/Madrid'); days < daysOffered; day = addDays(day, 1)) {
    if (!isWorkingDay(day, holidays)) continue
    days++
    for (let hour = callBackFrom; hour < callBackTo; hour++) {
      const at = new Date(startOf(day, 'Europe/Madrid').getTime() + hour * msPerHour)
      if (at.getTime() - now.getTime() >= leastNoticeMs) hours.push(at)
    }
  }
  return hours
}

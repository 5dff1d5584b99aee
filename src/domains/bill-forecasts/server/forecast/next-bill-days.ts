import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, addMonths, dayCount, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'

/** The days of a bill, and the one on which it falls due. */
export type BilledDays = DayRange & { dueDay: MarketDay }

/** Without a bill to go by. It decides which taxes apply, and nothing else. */
const defaultDaysToPay = 20

/**
 * Returns the days of the next bill: they follow those of the last one, for as many whole months as it had, or else for
 * as many days. A first bill is of a month. Null where the contract has ended and all its days are billed.
 */
export function nextBillDays({
  last,
  startsOn,
  endsOn,
}: {
  last: BilledDays | null
  startsOn: MarketDay
  endsOn: MarketDay | null
}): BilledDays | null {
  const firstDay = last && last.lastDay >= startsOn ? addDays(last.lastDay, 1) : startsOn
  if (endsOn !== null && firstDay > endsOn) return null
  const usual = last ? followingLastDay(last) : lastOfMonth(firstDay)
  const lastDay = endsOn !== null && endsOn < usual ? endsOn : usual
  const daysToPay = last ? dayCount(last.lastDay, last.dueDay) - 1 : defaultDaysToPay
  return { firstDay, lastDay, dueDay: addDays(lastDay, Math.max(0, daysToPay)) }
}

function followingLastDay({ firstDay, lastDay }: BilledDays): MarketDay {
  const next = addDays(lastDay, 1)
  for (const months of [1, 2, 3])
    if (addMonths(firstDay, months) === next && firstDay.slice(8) === next.slice(8))
      return addDays(addMonths(next, months), -1)
  return addDays(lastDay, dayCount(firstDay, lastDay))
}

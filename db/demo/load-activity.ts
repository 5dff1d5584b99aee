import { responseTimeBound } from '#backoffice/statistics/rules.ts'
import { addCounts, type DayCount } from '#backoffice/statistics/server/day-counts.ts'
import type { Database } from '#db/database.ts'
import { addDays, daysFrom, type MarketDay, weekdayOf } from '#vocabulary/day.ts'
import type { DemoCalendar } from './calendar.ts'
import { createRandom } from './random.ts'

const countedDays = 84
const signInsPerDay = 42
const weekendShare = 0.45
/** Multiples of the usual number of sign-ins on the day of the bills and on the days after it. */
const billShares = [3.2, 2.1, 1.4]
/** Pages and calls per sign-in, including those of visitors who never sign in. */
const answersPerSignIn = 55
/** Response times in milliseconds, and how many of a thousand responses take that long. */
const answerTimes = [
  [8, 540],
  [20, 290],
  [40, 115],
  [80, 38],
  [140, 11],
  [220, 4],
  [400, 2],
] as const
const daysPerFailure = 12

/**
 * Stores the counts of servers over the last twelve weeks: higher on working days, and highest when the bills are
 * issued.
 */
export async function loadActivity(db: Database, { today, months }: Pick<DemoCalendar, 'today' | 'months'>) {
  const billed = new Set(months.map(({ issuedOn }) => issuedOn))
  await addCounts(
    db,
    daysFrom(addDays(today, -countedDays), addDays(today, -1)).flatMap((day) => countsOf(day, billed)),
  )
}

function countsOf(day: MarketDay, billed: ReadonlySet<MarketDay>): DayCount[] {
  const random = createRandom('activity', day)
  const weekShare = weekdayOf(day) > 5 ? weekendShare : 1
  const billShare = billShares.find((_, age) => billed.has(addDays(day, -age))) ?? 1
  const signIns = Math.round(signInsPerDay * weekShare * billShare * random.between(0.8, 1.2))
  const answers = signIns * answersPerSignIn
  const counts: DayCount[] = [
    { day, what: 'sign_in', detail: 'person', count: signIns },
    ...answerTimes.map(
      ([milliseconds, perThousand]): DayCount => ({
        ...{ day, what: 'answer', detail: String(responseTimeBound(milliseconds)) },
        count: Math.round((answers * perThousand * random.between(0.9, 1.1)) / 1000),
      }),
    ),
  ]
  if (random.wholeNumber(1, daysPerFailure) === 1) counts.push({ day, what: 'answer_failed', detail: '503', count: 1 })
  return counts
}

import type { Database } from '#db/database.ts'
import { boundOf } from '#desks/figures/rules.ts'
import { addCounts, type Counted } from '#desks/figures/server/day-counts.ts'
import { addDays, daysFrom, type MarketDay, weekdayOf } from '#vocabulary/day.ts'
import type { DemoCalendar } from './calendar.ts'
import { randomOf } from './random.ts'

const countedDays = 84
const signInsPerDay = 42
const weekendShare = 0.45
/** On the day of the bills, and less on each after it. */
const billShares = [3.2, 2.1, 1.4]
/** Pages and calls for each sign-in, with those of visitors who never sign in. */
const answersPerSignIn = 55
/** How long answers take, in milliseconds, and how many of a thousand take so long. */
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

/** What servers would have counted in the last twelve weeks: more on working days, and most when the bills come. */
export async function loadActivity(db: Database, { today, months }: Pick<DemoCalendar, 'today' | 'months'>) {
  const billed = new Set(months.map(({ issuedOn }) => issuedOn))
  await addCounts(
    db,
    daysFrom(addDays(today, -countedDays), addDays(today, -1)).flatMap((day) => countsOf(day, billed)),
  )
}

function countsOf(day: MarketDay, billed: ReadonlySet<MarketDay>): Counted[] {
  const random = randomOf('activity', day)
  const weekShare = weekdayOf(day) > 5 ? weekendShare : 1
  const billShare = billShares.find((_, age) => billed.has(addDays(day, -age))) ?? 1
  const signIns = Math.round(signInsPerDay * weekShare * billShare * random.between(0.8, 1.2))
  const answers = signIns * answersPerSignIn
  const counts: Counted[] = [
    { day, what: 'sign_in', detail: 'person', count: signIns },
    ...answerTimes.map(
      ([milliseconds, perThousand]): Counted => ({
        ...{ day, what: 'answer', detail: String(boundOf(milliseconds)) },
        count: Math.round((answers * perThousand * random.between(0.9, 1.1)) / 1000),
      }),
    ),
  ]
  if (random.whole(1, daysPerFailure) === 1) counts.push({ day, what: 'answer_failed', detail: '503', count: 1 })
  return counts
}

import { isValidOn, overlayRows } from '#vocabulary/dated-rows.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type DutyCounting, type DutyKind, dutyKinds, ruleOf } from './kinds.ts'
import type { DutyNorm } from './norm.ts'
import {
  type Deadline,
  type DutyPlace,
  deadlineAfter,
  deadlineAfterPause,
  deadlineBefore,
  extendDeadline,
} from './terms.ts'

/** The states of a duty: its clock runs or stands still, or it has ended in one of two ways. */
export const dutyStates = ['open', 'paused', 'done', 'cancelled'] as const
export type DutyState = (typeof dutyStates)[number]

/** What an event is about, by which its norms are chosen. */
export type DutyFacts = {
  topics: readonly string[]
  energy: 'electricity' | 'gas' | null
  /** The highest power of the contract; null where there is none. */
  powerWatts: number | null
}

/** The term of a duty: the norm that sets its day, and the others that apply as well with theirs. */
export type DutyTerm = { norm: DutyNorm; deadline: Deadline; others: { norm: DutyNorm; deadline: Deadline }[] }

/** Overlays the rows of operators on the built-in norms, code by code. */
export function overlayNorms(known: readonly DutyNorm[], own: readonly DutyNorm[]): DutyNorm[] {
  const codes = new Set([...known, ...own].map(({ code }) => code))
  const withCode = (norms: readonly DutyNorm[], code: string) => norms.filter((norm) => norm.code === code)
  return [...codes].flatMap((code) => overlayRows(withCode(known, code), withCode(own, code)))
}

/** Returns the norms in force for an event of a kind on a day. */
function normsInForce(
  norms: readonly DutyNorm[],
  { kind, facts, day }: { kind: DutyKind; facts: DutyFacts; day: MarketDay },
): DutyNorm[] {
  return norms.filter(
    (norm) => norm.kind === kind && norm.state === 'in_force' && isValidOn(norm, day) && appliesTo(norm, facts),
  )
}

function appliesTo({ topic, energy, maxPowerWatts }: DutyNorm, facts: DutyFacts): boolean {
  return (
    (topic === null || facts.topics.includes(topic)) &&
    (energy === null || energy === facts.energy) &&
    (maxPowerWatts === null || (facts.powerWatts !== null && facts.powerWatts <= maxPowerWatts))
  )
}

/** An event from which a duty follows: what happened, to what, when and where. */
export type DutyEvent = { kind: DutyKind; facts: DutyFacts; at: Date; place: DutyPlace }

/**
 * Returns the term of a duty, or null if no norm sets one. Of several norms the one that is better for the customer
 * counts: the earliest day of an act or a notice, the latest day before which nothing may happen, until which somebody
 * may act or something is kept. On the same day, the norm of the sector comes before the general one.
 */
export function termOf(norms: readonly DutyNorm[], { kind, facts, at, place }: DutyEvent): DutyTerm | null {
  const { counting } = ruleOf(kind)
  const inForce = normsInForce(norms, { kind, facts, day: marketDayOf(at, place.timeZone) })
  const [first, ...others] = inForce
    .map((norm) => ({ norm, deadline: deadlineOf(norm, { counting, at, place }) }))
    .sort((one, other) => compareTerms(one, other, counting))
  return first ? { ...first, others } : null
}

function deadlineOf(
  { term, toleranceDays }: DutyNorm,
  { counting, at, place }: { counting: DutyCounting; at: Date; place: DutyPlace },
): Deadline {
  if (counting === 'ahead') return deadlineBefore(at, term, place)
  return extendDeadline(deadlineAfter(at, term, place), toleranceDays, place)
}

type NormWithDeadline = { norm: DutyNorm; deadline: Deadline }

function compareTerms(one: NormWithDeadline, other: NormWithDeadline, counting: DutyCounting): number {
  const isLatestFirst = counting !== 'by' && counting !== 'ahead'
  const difference = one.deadline.at.getTime() - other.deadline.at.getTime()
  return (
    (isLatestFirst ? -difference : difference) ||
    specificityOf(other.norm) - specificityOf(one.norm) ||
    byCode(one, other)
  )
}

function specificityOf({ topic, energy, maxPowerWatts }: DutyNorm): number {
  return [energy, topic, maxPowerWatts].filter((condition) => condition !== null).length
}

function byCode(one: NormWithDeadline, other: NormWithDeadline): number {
  return one.norm.code < other.norm.code ? -1 : 1
}

/** A duty whose clock stands still. */
export type PausedDuty = {
  kind: DutyKind
  unit: DutyNorm['term']['unit']
  count: number
  toleranceDays?: number
  deadline: Deadline
  pausedAt: Date
}

/** Returns the day of a duty whose clock goes on. */
export function resumedDeadline(
  { kind, unit, count, toleranceDays = 0, deadline, pausedAt }: PausedDuty,
  resumedAt: Date,
  place: DutyPlace,
): Deadline {
  return ruleOf(kind).resumption === 'restart'
    ? extendDeadline(deadlineAfter(resumedAt, { count, unit }, place), toleranceDays, place)
    : deadlineAfterPause({ deadline, pausedAt, resumedAt }, unit, place)
}

/** The kinds that are late once their day is over; of the others, the day only says from when or until when. */
export const kindsThatCanBeLate = (Object.keys(dutyKinds) as DutyKind[]).filter((kind) => {
  const { counting } = ruleOf(kind)
  return counting === 'by' || counting === 'ahead'
})

/** How a duty stands at an instant: `late` is past its day and not done, `missed` was done after it. */
export type DutyStatus = 'running' | 'late' | 'paused' | 'done' | 'missed' | 'cancelled'

/** Returns how a duty stands. Nothing is late whose day only says from when or until when something may be done or is kept. */
export function dutyStatusAt(
  { kind, state, dueAt, doneAt }: { kind: DutyKind; state: DutyState; dueAt: Date; doneAt: Date | null },
  now: Date,
): DutyStatus {
  if (state === 'paused' || state === 'cancelled') return state
  const canBeLate = kindsThatCanBeLate.includes(kind)
  if (state === 'done') return canBeLate && doneAt !== null && doneAt >= dueAt ? 'missed' : 'done'
  return canBeLate && now >= dueAt ? 'late' : 'running'
}

import { addMonths, firstOfMonth, type MarketDay, monthOf } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'

/** The status of a contract's share in a battery, also used as a text key. */
export type ShareStatus = 'active' | 'locked' | 'not_started' | 'ended'

/** A contract's share in a battery. Both days are inclusive; a null `endsOn` means no end. */
export type Share = { percentage: number; startsOn: MarketDay; endsOn: MarketDay | null }

/**
 * Returns the status of a share on a day (specification, point 4, virtual batteries). A share is valid within its
 * dates, and a share of 0 % is locked until its percentage is raised.
 */
export function shareStatusOn({ percentage, startsOn, endsOn }: Share, day: MarketDay): ShareStatus {
  if (day < startsOn) return 'not_started'
  if (endsOn !== null && day > endsOn) return 'ended'
  return percentage === 0 ? 'locked' : 'active'
}

/** Checks whether a day is within the dates of a share, locked or not, so that the share can be changed. */
export function isWithinDates(share: Share, day: MarketDay): boolean {
  return shareStatusOn(share, day) === 'active' || shareStatusOn(share, day) === 'locked'
}

/** A battery is distributed in whole percents, and never beyond this total. */
export const wholePercentage = 100

/** Returns the nearest whole percentage from 0 to 100 (specification, point 5). */
export function clampPercentage(percentage: number): number {
  return Math.min(Math.max(Math.round(percentage), 0), wholePercentage)
}

/** Returns the percentage of a battery that one contract can still get after the shares of the others. */
export function computeFreePercentage(othersPercentages: readonly number[]): number {
  return clampPercentage(wholePercentage - othersPercentages.reduce((sum, percentage) => sum + percentage, 0))
}

/**
 * What happens to a contract's part of a battery: deducted from its invoices (`aplicar`) or saved (`guardar`). These
 * are the API values.
 */
export const discountHandlings = ['aplicar', 'guardar'] as const
export type DiscountHandling = (typeof discountHandlings)[number]

/** Why the share of a contract cannot be moved to another battery. Used as a refusal code and as a text key. */
export type MoveObstacle = 'battery_not_active' | 'origin_battery' | 'self_consumption'

/**
 * Returns the obstacle to moving a share (specification, point 2, virtual batteries): the share is not valid today, its
 * contract fills the battery, or the contract has self-consumption, which customer service must be told of first. Null
 * if there is none.
 */
export function findMoveObstacle(
  share: Share & { isOrigin: boolean; hasSelfConsumption: boolean },
  day: MarketDay,
): MoveObstacle | null {
  if (!isWithinDates(share, day)) return 'battery_not_active'
  if (share.isOrigin) return 'origin_battery'
  return share.hasSelfConsumption ? 'self_consumption' : null
}

/**
 * Returns the amount transferred when a share is moved: its part of the battery's balance, rounded down to the cent.
 */
export function computeMovedCents(balanceCents: Cents, percentage: number): Cents {
  return Math.max(0, Math.floor((balanceCents * percentage) / wholePercentage))
}

/** The reasons for a ledger entry. A balance from before the ledger began is carried over. */
export const entryReasons = ['carried_over', 'surplus', 'discount', 'moved_in', 'moved_out', 'expired'] as const
export type EntryReason = (typeof entryReasons)[number]

/** A line of a battery's ledger. Deductions are negative. */
export type Entry = { bookedOn: MarketDay; amountCents: Cents; reason: EntryReason }

/** A future month in a projection. Amounts that cannot be projected are null. */
export type ProjectedMonth = {
  /** The first day of the month. */
  month: MarketDay
  surplusCents: Cents | null
  discountCents: Cents | null
  /** The balance at the end of the month. */
  balanceCents: Cents
}

const projectedMonths = 12

/**
 * Projects the balance of a battery over the next twelve months, assuming that each month repeats the same month of the
 * previous year. Starts with the current month if its bills are not yet in the ledger. Only bills count, not moved or
 * expired amounts. The balance never goes below zero, and months before the first bill are unknown.
 */
export function projectBalance(
  { balanceCents, entries }: { balanceCents: Cents; entries: readonly Entry[] },
  today: MarketDay,
): ProjectedMonth[] {
  const byMonth = Map.groupBy(entries.filter(isBillEntry), ({ bookedOn }) => monthOf(bookedOn))
  const firstKnown = [...byMonth.keys()].sort()[0]
  const begins = byMonth.has(monthOf(today)) ? 1 : 0
  let balance = balanceCents
  return Array.from({ length: projectedMonths }, (_, index): ProjectedMonth => {
    const month = addMonths(firstOfMonth(today), begins + index)
    const before = monthOf(addMonths(month, -projectedMonths))
    if (firstKnown === undefined || before < firstKnown)
      return { month, surplusCents: null, discountCents: null, balanceCents: balance }
    const sumOf = (reason: EntryReason) =>
      (byMonth.get(before) ?? []).reduce((sum, entry) => sum + (entry.reason === reason ? entry.amountCents : 0), 0)
    const surplusCents = sumOf('surplus')
    const discountCents = Math.max(sumOf('discount'), -(balance + surplusCents))
    balance += surplusCents + discountCents
    return { month, surplusCents, discountCents, balanceCents: balance }
  })
}

function isBillEntry({ reason }: Entry): boolean {
  return reason === 'surplus' || reason === 'discount'
}

/** How many months credit lasts that is booked from a day on. Null means that it never expires. */
export type CreditTerm = { validFrom: MarketDay; expiresAfterMonths: number | null }

/** Unused credit of a battery, and the first day on which it can no longer be used. */
export type Credit = { expiresOn: MarketDay | null; leftCents: Cents }

/**
 * Returns what is left of each credit of a battery, oldest first. Every deduction, expired amounts included, consumes
 * the oldest credit first. Each credit lasts as long as the term in force on its booking day says.
 */
export function computeRemainingCredits(entries: readonly Entry[], terms: readonly CreditTerm[]): Credit[] {
  const credits: Credit[] = []
  let first = 0
  for (const { bookedOn, amountCents } of entries.toSorted((one, other) =>
    one.bookedOn.localeCompare(other.bookedOn),
  )) {
    if (amountCents > 0) {
      credits.push({ expiresOn: computeExpiry(bookedOn, terms), leftCents: amountCents })
      continue
    }
    let usedCents = -amountCents
    for (; usedCents > 0 && first < credits.length; ) {
      const credit = credits[first]!
      const takenCents = Math.min(credit.leftCents, usedCents)
      credit.leftCents -= takenCents
      usedCents -= takenCents
      if (credit.leftCents === 0) first++
    }
  }
  return credits.filter(({ leftCents }) => leftCents > 0)
}

function computeExpiry(day: MarketDay, terms: readonly CreditTerm[]): MarketDay | null {
  const [inForce] = terms
    .filter(({ validFrom }) => validFrom <= day)
    .toSorted((one, other) => other.validFrom.localeCompare(one.validFrom))
  return inForce?.expiresAfterMonths ? addMonths(day, inForce.expiresAfterMonths) : null
}

/** Returns the sum of these credits that has expired by a day. */
export function sumExpiredCents(credits: readonly Credit[], day: MarketDay): Cents {
  return sumLeftCents(credits.filter(({ expiresOn }) => expiresOn !== null && expiresOn <= day))
}

/** Returns the next day after a day on which credit expires, with the amount. Null if no credit expires. */
export function findNextExpiry(credits: readonly Credit[], day: MarketDay): { day: MarketDay; cents: Cents } | null {
  const days = credits.flatMap(({ expiresOn }) => (expiresOn !== null && expiresOn > day ? [expiresOn] : []))
  const next = days.sort()[0]
  return next === undefined
    ? null
    : { day: next, cents: sumLeftCents(credits.filter((each) => each.expiresOn === next)) }
}

/** Returns the next expiry that a holder has not been notified of on a day. Null if there is none. */
export function findExpiryToNotify(
  credits: readonly Credit[],
  { day, notifiedUntil }: { day: MarketDay; notifiedUntil: MarketDay | null },
): { day: MarketDay; cents: Cents } | null {
  return findNextExpiry(credits, notifiedUntil !== null && notifiedUntil > day ? notifiedUntil : day)
}

/** Checks whether credit has expired by a day without its holder having been notified beforehand. */
export function hasExpiredWithoutNotice(
  credits: readonly Credit[],
  { day, notifiedUntil }: { day: MarketDay; notifiedUntil: MarketDay | null },
): boolean {
  return credits.some(
    ({ expiresOn }) => expiresOn !== null && expiresOn <= day && (notifiedUntil === null || expiresOn > notifiedUntil),
  )
}

function sumLeftCents(credits: readonly Credit[]): Cents {
  return credits.reduce((sum, { leftCents }) => sum + leftCents, 0)
}

import { addDays, addMonths, firstOfMonth, type MarketDay, monthOf } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'

/** How the share of a contract in a battery stands: the key of a text. */
export type WalletStanding = 'active' | 'locked' | 'not_started' | 'ended'

/** A contract's share in a battery; both days are included, and without a last one it has no end. */
export type Share = { percentage: number; startsOn: MarketDay; endsOn: MarketDay | null }

/**
 * How a share stands on a day (specification, point 4, virtual batteries): it holds within its days, and a share of 0 %
 * is locked until it is given more.
 */
export function standingOn({ percentage, startsOn, endsOn }: Share, day: MarketDay): WalletStanding {
  if (day < startsOn) return 'not_started'
  if (endsOn !== null && day > endsOn) return 'ended'
  return percentage === 0 ? 'locked' : 'active'
}

/** Whether a share holds on a day, locked or not, so that it can be changed. */
export function isWithinDates(share: Share, day: MarketDay): boolean {
  return standingOn(share, day) === 'active' || standingOn(share, day) === 'locked'
}

/** A wallet is shared out by whole percents, and never more of it than all. */
export const wholePercentage = 100

/** The whole percentage from 0 to 100 that is nearest (specification, point 5). */
export function clampPercentage(percentage: number): number {
  return Math.min(Math.max(Math.round(percentage), 0), wholePercentage)
}

/** What can still be given to one contract of a wallet, after what the others have. */
export function freePercentage(othersPercentages: readonly number[]): number {
  return clampPercentage(wholePercentage - othersPercentages.reduce((sum, percentage) => sum + percentage, 0))
}

/** What is done with a contract's part of a wallet: taken off its invoices, or kept. The words of the wire. */
export const discountHandlings = ['aplicar', 'guardar'] as const
export type DiscountHandling = (typeof discountHandlings)[number]

/** Why the share of a contract cannot be moved to another wallet: the code of a refusal and the key of a text. */
export type MoveObstacle = 'battery_not_active' | 'origin_battery' | 'self_consumption'

/**
 * What stands in the way of moving a share (specification, point 2, virtual batteries): it does not hold today; its contract
 * fills the wallet; or the contract has self-consumption, of which customer service must know first.
 */
export function moveObstacleOn(
  share: Share & { isOrigin: boolean; hasSelfConsumption: boolean },
  day: MarketDay,
): MoveObstacle | null {
  if (!isWithinDates(share, day)) return 'battery_not_active'
  if (share.isOrigin) return 'origin_battery'
  return share.hasSelfConsumption ? 'self_consumption' : null
}

/** What goes along when a share is moved: its part of what the wallet holds, down to the cent. */
export function movedCents(balanceCents: Cents, percentage: number): Cents {
  return Math.max(0, Math.floor((balanceCents * percentage) / wholePercentage))
}

/** Why something came into a wallet or left it. What was there before the ledger began is carried over. */
export const entryReasons = ['carried_over', 'surplus', 'discount', 'moved_in', 'moved_out', 'expired'] as const
export type EntryReason = (typeof entryReasons)[number]

/** A line of a wallet's ledger; what leaves it is below zero. */
export type Entry = { bookedOn: MarketDay; amountCents: Cents; reason: EntryReason }

/** A month that is still to come. What nothing is known of by which it could be told is null. */
export type ProjectedMonth = {
  /** Its first day. */
  month: MarketDay
  surplusCents: Cents | null
  discountCents: Cents | null
  /** At its end. */
  balanceCents: Cents
}

const projectedMonths = 12

/**
 * What a wallet will hold in the twelve months to come if each brings and takes what the same month of the year before did,
 * beginning with the present month where its bills are not yet in the ledger. Only bills count, not what was moved or has
 * expired; a wallet never holds less than nothing; and of months before its first bill nothing is known.
 */
export function projectBalance(
  { balanceCents, entries }: { balanceCents: Cents; entries: readonly Entry[] },
  today: MarketDay,
): ProjectedMonth[] {
  const byMonth = Map.groupBy(entries.filter(isOfBill), ({ bookedOn }) => monthOf(bookedOn))
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

function isOfBill({ reason }: Entry): boolean {
  return reason === 'surplus' || reason === 'discount'
}

/** From a day on, credit that comes in holds for so many months; null is for ever. */
export type CreditTerm = { validFrom: MarketDay; expiresAfterMonths: number | null }

/** Credit of a wallet that has not been used, and the first day on which it cannot be. */
export type Credit = { expiresOn: MarketDay | null; leftCents: Cents }

/**
 * What is left of each credit of a wallet, the oldest first: whatever leaves it, expired money too, is of the credit that came
 * in first. Each holds for as long as the term in force on the day it came in says.
 */
export function creditsLeft(entries: readonly Entry[], terms: readonly CreditTerm[]): Credit[] {
  const credits: Credit[] = []
  let first = 0
  for (const { bookedOn, amountCents } of entries.toSorted((one, other) =>
    one.bookedOn.localeCompare(other.bookedOn),
  )) {
    if (amountCents > 0) {
      credits.push({ expiresOn: expiryOf(bookedOn, terms), leftCents: amountCents })
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

function expiryOf(day: MarketDay, terms: readonly CreditTerm[]): MarketDay | null {
  const [inForce] = terms
    .filter(({ validFrom }) => validFrom <= day)
    .toSorted((one, other) => other.validFrom.localeCompare(one.validFrom))
  return inForce?.expiresAfterMonths ? addMonths(day, inForce.expiresAfterMonths) : null
}

/** What of these credits has expired by a day. */
export function expiredCents(credits: readonly Credit[], day: MarketDay): Cents {
  return sumLeft(credits.filter(({ expiresOn }) => expiresOn !== null && expiresOn <= day))
}

/** When credit expires next after a day, and how much. Null when none does. */
export function nextExpiry(credits: readonly Credit[], day: MarketDay): { day: MarketDay; cents: Cents } | null {
  const days = credits.flatMap(({ expiresOn }) => (expiresOn !== null && expiresOn > day ? [expiresOn] : []))
  const next = days.sort()[0]
  return next === undefined ? null : { day: next, cents: sumLeft(credits.filter((each) => each.expiresOn === next)) }
}

/** How long before it expires a holder is told of credit. */
const expiryNoticeDays = 30

/** What a holder is to be told on a day of credit that expires soon, beyond the day until which they have been told. */
export function expiryToTell(
  credits: readonly Credit[],
  { day, toldUntil }: { day: MarketDay; toldUntil: MarketDay | null },
): { day: MarketDay; cents: Cents } | null {
  const next = nextExpiry(credits, toldUntil !== null && toldUntil > day ? toldUntil : day)
  return next && next.day <= addDays(day, expiryNoticeDays) ? next : null
}

/** Whether credit has expired by a day of which its holder has not been told beforehand. */
export function hasExpiredUntold(
  credits: readonly Credit[],
  { day, toldUntil }: { day: MarketDay; toldUntil: MarketDay | null },
): boolean {
  return credits.some(
    ({ expiresOn }) => expiresOn !== null && expiresOn <= day && (toldUntil === null || expiresOn > toldUntil),
  )
}

function sumLeft(credits: readonly Credit[]): Cents {
  return credits.reduce((sum, { leftCents }) => sum + leftCents, 0)
}

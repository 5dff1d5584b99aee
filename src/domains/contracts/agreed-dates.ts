import type { DutyKind } from '#domains/duties/kinds.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'

/** What was agreed with a contract until a day: it renews, a promotion ends, or the penalty for leaving ends. */
export const agreedDateKinds = ['renewal', 'promotion_end', 'penalty_end'] as const
export type AgreedDateKind = (typeof agreedDateKinds)[number]

/** The duties to tell customers before. */
export const dutyOfAgreedDate = {
  renewal: 'renewal_notice',
  promotion_end: 'promotion_end_notice',
  penalty_end: 'penalty_end_notice',
} as const satisfies Record<AgreedDateKind, DutyKind>

/** The agreed days of a contract: that of its renewal, and the last ones of its promotion and its penalty. */
export type AgreedDays = {
  renews_on: MarketDay | null
  promotion_ends_on: MarketDay | null
  penalty_ends_on: MarketDay | null
}

/**
 * Returns the day from which what was agreed changes, or null if nothing was agreed. A penalty that ends with a renewal
 * is told with it.
 */
export function changeDayOf(kind: AgreedDateKind, contract: AgreedDays): MarketDay | null {
  const { renews_on: renewsOn, promotion_ends_on: promotionEnd, penalty_ends_on: penaltyEnd } = contract
  if (kind === 'renewal') return renewsOn
  if (kind === 'promotion_end') return promotionEnd && addDays(promotionEnd, 1)
  const freeFrom = penaltyEnd && addDays(penaltyEnd, 1)
  return freeFrom === renewsOn ? null : freeFrom
}

/** The subject of the duties about what was agreed with a contract. */
export function subjectOfAgreedDates(contractId: number) {
  return `agreed_dates:${contractId}` as const
}

/** Checks whether leaving a contract on a day costs a penalty. */
export function hasPenaltyOn({ penalty_ends_on: end }: Pick<AgreedDays, 'penalty_ends_on'>, day: MarketDay): boolean {
  return end !== null && day <= end
}

import type { MarketDay } from '#vocabulary/day.ts'

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

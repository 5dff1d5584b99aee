import type { MarketDay } from '#vocabulary/day.ts'

/** Which codes of a campaign a list shows. */
export const codeFilters = ['all', 'open', 'redeemed', 'over', 'off'] as const
export type CodeFilter = (typeof codeFilters)[number]

/** As many as are made at once. */
export const mostCodes = 1_000

type Days = { isActive: boolean; fromDay: MarketDay; toDay: MarketDay | null }

/** Whether the codes of a campaign can be used on a day, and why not. */
export function campaignState({ isActive, fromDay, toDay }: Days, today: MarketDay) {
  if (!isActive) return 'off'
  if (toDay !== null && toDay <= today) return 'ended'
  return fromDay > today ? 'planned' : 'running'
}

type Code = { isActive: boolean; isRedeemed: boolean; expiresOn: MarketDay | null }

/** Whether a code can still be used on a day, as far as it is up to the code. */
export function codeState({ isActive, isRedeemed, expiresOn }: Code, today: MarketDay): Exclude<CodeFilter, 'all'> {
  if (isRedeemed) return 'redeemed'
  if (!isActive) return 'off'
  return expiresOn !== null && expiresOn < today ? 'over' : 'open'
}

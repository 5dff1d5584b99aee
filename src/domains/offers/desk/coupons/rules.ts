import type { MarketDay } from '#vocabulary/day.ts'

/** The filters of the code list. */
export const codeFilters = ['all', 'open', 'redeemed', 'over', 'off'] as const
export type CodeFilter = (typeof codeFilters)[number]

/** The maximum number of codes generated at once. */
export const maxCodesPerBatch = 1_000

type CampaignDays = { isActive: boolean; fromDay: MarketDay; toDay: MarketDay | null }

/** Returns the state of a campaign on a day: whether its codes can be used, or why not. */
export function campaignStateOn({ isActive, fromDay, toDay }: CampaignDays, today: MarketDay) {
  if (!isActive) return 'off'
  if (toDay !== null && toDay <= today) return 'ended'
  return fromDay > today ? 'planned' : 'running'
}

type CodeValidity = { isActive: boolean; isRedeemed: boolean; expiresOn: MarketDay | null }

/** Returns the state of a code on a day, regardless of its campaign. */
export function codeStateOn(
  { isActive, isRedeemed, expiresOn }: CodeValidity,
  today: MarketDay,
): Exclude<CodeFilter, 'all'> {
  if (isRedeemed) return 'redeemed'
  if (!isActive) return 'off'
  return expiresOn !== null && expiresOn < today ? 'over' : 'open'
}

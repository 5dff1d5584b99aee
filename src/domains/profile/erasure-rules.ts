import { addMonths, type MarketDay } from '#vocabulary/day.ts'

/**
 * What an erasure does with the rows of a table: removes them; blocks them, so that they are stored encrypted and apart
 * until a day; clears the identifying columns, which may be blocked too; leaves them until a day; or keeps them for
 * good, because they do not lead to a person.
 */
export const erasureActions = ['remove', 'block', 'strip', 'expire', 'keep'] as const
export type ErasureAction = (typeof erasureActions)[number]

/**
 * Why data is retained: as the books of a trader (Código de Comercio, article 30, which also covers the four years of
 * the Ley General Tributaria, article 66), because of claims that can still be made (Código Civil, article 1964, five
 * years); as numbers that do not lead to a person; or as facts of a supply point. What the law retains is blocked (Ley
 * Orgánica 3/2018, article 32; Regulation (EU) 2016/679, article 17.3).
 */
export const retentionGrounds = ['books', 'claims', 'numbers', 'place'] as const
export type RetentionGround = (typeof retentionGrounds)[number]

/** The last relevant day for each period. Null if there is none. */
export type LastRelevantDays = { booked: MarketDay | null; claimable: MarketDay | null }

/** The last day of retention, inclusive. Null where nothing has to be retained. */
export type RetainedUntil = { books: MarketDay | null; claims: MarketDay | null }

/**
 * Calculates the retention days. Books are retained until the end of the sixth year after that of the last entry: a
 * year's books are closed with it. Claims can be made for five years after the last day on which there was anything to
 * claim.
 */
export function calculateRetainedUntil({ booked, claimable }: LastRelevantDays): RetainedUntil {
  return {
    books: booked && `${Number(booked.slice(0, 4)) + 6}-12-31`,
    claims: claimable && addMonths(claimable, 60),
  }
}

/** What has to end before a person's data can be erased. */
export const erasureObstacles = [
  'open_contracts',
  'unpaid_invoices',
  'payments_under_way',
  'open_changes',
  'open_signatures',
  'open_cases',
] as const
export type ErasureObstacle = (typeof erasureObstacles)[number]

/** Returns the obstacles of an erasure, given how many of each there are. */
export function findErasureObstacles(counts: Record<ErasureObstacle, number>): ErasureObstacle[] {
  return erasureObstacles.filter((obstacle) => counts[obstacle] > 0)
}

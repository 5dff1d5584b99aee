import { addMonths, type MarketDay } from '#vocabulary/day.ts'

/**
 * What an erasure does with the rows of a table: removes them; blocks them, so that they are kept encrypted and apart until a
 * day; empties the columns that say who it is, which may be blocked too; leaves them until a day; or leaves them for good,
 * because they lead to nobody.
 */
export const erasureActions = ['remove', 'block', 'strip', 'expire', 'keep'] as const
export type ErasureAction = (typeof erasureActions)[number]

/**
 * Why something is kept: as the books of a trader (Código de Comercio, article 30, which also covers the four years of the
 * Ley General Tributaria, article 66), because of claims that can still be made (Código Civil, article 1964, five years); as
 * numbers that lead to nobody; or as facts of a place. What is kept by law is blocked (Ley Orgánica 3/2018, article 32;
 * Regulation (EU) 2016/679, article 17.3).
 */
export const keepGrounds = ['books', 'claims', 'numbers', 'place'] as const
export type KeepGround = (typeof keepGrounds)[number]

/** The last days of what counts for each period; null where there is nothing of the kind. */
export type LastDays = { booked: MarketDay | null; claimable: MarketDay | null }

/** Until when, the day included, what is kept is kept; null where nothing has to be. */
export type KeptUntil = { books: MarketDay | null; claims: MarketDay | null }

/**
 * The books are kept until the end of the sixth year after that of the last entry: a year's books are closed with it. Claims
 * can be made for five years after the last day on which there was anything to claim.
 */
export function keptUntil({ booked, claimable }: LastDays): KeptUntil {
  return {
    books: booked && `${Number(booked.slice(0, 4)) + 6}-12-31`,
    claims: claimable && addMonths(claimable, 60),
  }
}

/** What has to end before somebody's data can be erased. */
export const erasureObstacles = [
  'open_contracts',
  'unpaid_invoices',
  'payments_under_way',
  'open_changes',
  'open_signatures',
  'open_cases',
] as const
export type ErasureObstacle = (typeof erasureObstacles)[number]

/** What stands in the way, by how many of each there are. */
export function obstaclesIn(counts: Record<ErasureObstacle, number>): ErasureObstacle[] {
  return erasureObstacles.filter((obstacle) => counts[obstacle] > 0)
}

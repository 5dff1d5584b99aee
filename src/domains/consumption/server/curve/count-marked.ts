import { type RawBuilder, sql } from 'kysely'
import type { ReadingQuality } from '../../curve.ts'

/** Counts the intervals of a `curve_day` whose value has a mark, in SQL. */
export function countMarked(mark: Exclude<ReadingQuality, 'R' | '-'>): RawBuilder<number> {
  return sql`coalesce(length(quality) - length(replace(quality, ${sql.lit(mark)}, '')), 0)`
}

import type { Database } from '#db/database.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import { applyOperatorRows } from '../kinds.ts'

/**
 * Loads the regulated prices with operators' entries, anew each time, so that an entry takes effect on every server at
 * once.
 */
export async function loadRegulatedPrices(db: Database): Promise<RegulatedPrices> {
  return applyOperatorRows(await db.selectFrom('regulated_figure').selectAll().orderBy('valid_from').execute())
}

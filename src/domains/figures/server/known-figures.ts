import type { Database } from '#db/database.ts'
import type { RegulatedFigures } from '#vocabulary/regulated-figures.ts'
import { withOwnRows } from '../kinds.ts'

/** The regulated figures with what operators have entered, read anew each time: what is entered counts on every server at once. */
export async function knownFigures(db: Database): Promise<RegulatedFigures> {
  return withOwnRows(await db.selectFrom('regulated_figure').selectAll().orderBy('valid_from').execute())
}

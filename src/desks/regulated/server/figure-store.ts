import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type FigureKind, type OwnRow, rowsOf } from '#domains/figures/kinds.ts'
import type { DatedFigure } from '#vocabulary/dated-figures.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { regulatedFigures } from '#vocabulary/regulated-figures.ts'
import type { FigureRow } from '../api.ts'
import { historyOf, standingOf } from '../rules.ts'

export type KeptRow = OwnRow & { version: number }

/** What operators have entered, of one figure or of all. */
export function enteredRows(db: Database, name?: string): Promise<KeptRow[]> {
  return db
    .selectFrom('regulated_figure')
    .$if(name !== undefined, (query) => query.where('name', '=', name!))
    .orderBy('valid_from')
    .selectAll()
    .execute()
}

/** All values of a figure, oldest first. */
export function rowsWith(kind: FigureKind, own: readonly KeptRow[]) {
  return historyOf(kind, { known: rowsOf(regulatedFigures, kind), own: own.filter(({ name }) => name === kind.name) })
}

/** A value as calls tell of it. */
export function presentRow(
  { validFrom, validTo, value, source, provisional }: DatedFigure<{ numbers: string[]; version: number | null }>,
  today: MarketDay,
): FigureRow {
  return {
    ...{ valid_from: validFrom, valid_to: validTo, values: value.numbers, version: value.version, source },
    is_provisional: provisional ?? false,
    standing: standingOf({ validFrom, validTo }, today),
  }
}

/** What an operator has entered for a figure from a day on. */
export function findRow(db: Database, { name, from }: { name: string; from: string }): Promise<KeptRow | undefined> {
  return db
    .selectFrom('regulated_figure')
    .where('name', '=', name)
    .where(sql`valid_from::text`, '=', from)
    .selectAll()
    .executeTakeFirst()
}

/** Adds a value; answers whether none began on that day. */
export async function insertRow(db: Database, row: OwnRow): Promise<boolean> {
  const added = await db
    .insertInto('regulated_figure')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return added !== undefined
}

type Seen = Pick<KeptRow, 'name' | 'valid_from' | 'version'>

/** Changes a value as somebody saw it; answers its new version, or undefined where another was faster. */
export async function updateRow(db: Database, seen: Seen, row: Omit<OwnRow, 'name'>): Promise<number | undefined> {
  const changed = await db
    .updateTable('regulated_figure')
    .set({ ...row, version: seen.version + 1 })
    .where('name', '=', seen.name)
    .where('valid_from', '=', seen.valid_from)
    .where('version', '=', seen.version)
    .returning('version')
    .executeTakeFirst()
  return changed?.version
}

/** Takes a value away as somebody saw it; answers whether it was still so. */
export async function deleteRow(db: Database, seen: Seen): Promise<boolean> {
  const gone = await db
    .deleteFrom('regulated_figure')
    .where('name', '=', seen.name)
    .where('valid_from', '=', seen.valid_from)
    .where('version', '=', seen.version)
    .returning('version')
    .executeTakeFirst()
  return gone !== undefined
}

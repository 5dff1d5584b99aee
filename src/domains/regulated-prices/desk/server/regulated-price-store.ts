import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DatedRegulatedPrice } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import { listRows, type OperatorPriceRow, type RegulatedPriceKind } from '../../kinds.ts'
import type { RegulatedPriceRow } from '../api.ts'
import { mergeHistory, valueStatusOf } from '../rules.ts'

export type EnteredRow = OperatorPriceRow & { version: number }

/** Returns the rows entered by operators, for one regulated price or for all. */
export function findEnteredRows(db: Database, name?: string): Promise<EnteredRow[]> {
  return db
    .selectFrom('regulated_figure')
    .$if(name !== undefined, (query) => query.where('name', '=', name!))
    .orderBy('valid_from')
    .selectAll()
    .execute()
}

/** Returns all values of a regulated price, oldest first. */
export function mergeRows(kind: RegulatedPriceKind, entered: readonly EnteredRow[]) {
  return mergeHistory(kind, {
    builtIn: listRows(regulatedPrices, kind),
    entered: entered.filter(({ name }) => name === kind.name),
  })
}

/** Converts a value to the API format. */
export function presentRow(
  {
    validFrom,
    validTo,
    value,
    source,
    provisional,
    condition,
  }: DatedRegulatedPrice<{ numbers: string[]; version: number | null }>,
  today: MarketDay,
): RegulatedPriceRow {
  return {
    ...{ valid_from: validFrom, valid_to: validTo, values: value.numbers, version: value.version, source },
    is_provisional: provisional ?? false,
    condition: condition ? { value: condition.value, decided_on: condition.decidedOn } : null,
    standing: valueStatusOf({ validFrom, validTo }, today),
  }
}

/** Returns the row that an operator entered for a regulated price with a given start day. */
export function findEnteredRow(
  db: Database,
  { name, from }: { name: string; from: string },
): Promise<EnteredRow | undefined> {
  return db
    .selectFrom('regulated_figure')
    .where('name', '=', name)
    .where(sql`valid_from::text`, '=', from)
    .selectAll()
    .executeTakeFirst()
}

/** Adds a row. Returns false if one already starts on that day. */
export async function insertEnteredRow(db: Database, row: OperatorPriceRow): Promise<boolean> {
  const added = await db
    .insertInto('regulated_figure')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return added !== undefined
}

type SeenRow = Pick<EnteredRow, 'name' | 'valid_from' | 'version'>

/** Updates a row if its version still matches. Returns the new version, or undefined on a conflict. */
export async function updateEnteredRow(
  db: Database,
  seen: SeenRow,
  row: Omit<OperatorPriceRow, 'name'>,
): Promise<number | undefined> {
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

/** Deletes a row if its version still matches. Returns false on a conflict. */
export async function deleteEnteredRow(db: Database, seen: SeenRow): Promise<boolean> {
  const deleted = await db
    .deleteFrom('regulated_figure')
    .where('name', '=', seen.name)
    .where('valid_from', '=', seen.valid_from)
    .where('version', '=', seen.version)
    .returning('version')
    .executeTakeFirst()
  return deleted !== undefined
}

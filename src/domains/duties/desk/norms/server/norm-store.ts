import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DutyNorm as DutyNormRow } from '#db/tables.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { DutyKind } from '../../../kinds.ts'
import { toNorm } from '../../../server/load-norms.ts'
import type { NormInput, NormRow } from '../api.ts'
import { mergeNorms, type NormHistory, normTimeOf, type VersionedNorm } from '../rules.ts'

/** Loads every norm over time. */
export async function loadNormHistories(db: Database): Promise<NormHistory[]> {
  const rows = await db.selectFrom('duty_norm').selectAll().execute()
  return mergeNorms(rows.map((row) => ({ ...toNorm(row), version: row.version })))
}

/** Returns a norm over time by its code. */
export async function findNorm(db: Database, code: string): Promise<NormHistory | undefined> {
  return (await loadNormHistories(db)).find((norm) => norm.code === code)
}

/** Converts a row of a norm to the API format. */
export function presentNormRow(norm: VersionedNorm, today: MarketDay): NormRow {
  const { law, article, source, state, note, topic, energy, recourse, compensation, version, term } = norm
  return {
    ...{ law, article, source, state, note, topic, energy, recourse, compensation, version, ...term },
    ...{ max_power_watts: norm.maxPowerWatts, tolerance_days: norm.toleranceDays },
    ...{ valid_from: norm.validFrom, valid_to: norm.validTo, time: normTimeOf(norm, today) },
  }
}

export type EnteredNorm = Selectable<DutyNormRow>

/** Returns the row that an operator entered for a norm with a given first day; locked within a transaction. */
export function findEnteredNorm(
  db: Database,
  { code, from }: { code: string; from: string },
): Promise<EnteredNorm | undefined> {
  return db
    .selectFrom('duty_norm')
    .where('code', '=', code)
    .where(sql`valid_from::text`, '=', from)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the code of the next norm of a kind that the product does not have. */
export async function nextOwnCode(db: Database, kind: DutyKind): Promise<string> {
  const { count } = await db
    .selectFrom('duty_norm')
    .where('code', 'like', `own.${kind}.%`)
    .select((row) => row.fn.count<string>('code').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return `own.${kind}.${Number(count) + 1}`
}

/** Adds a row. Returns false if the norm has one from that day. */
export async function insertNorm(db: Database, row: NormInput & { code: string; kind: DutyKind }): Promise<boolean> {
  const added = await db
    .insertInto('duty_norm')
    .values(row)
    .onConflict((conflict) => conflict.columns(['code', 'valid_from']).doNothing())
    .returning('version')
    .executeTakeFirst()
  return added !== undefined
}

/** Updates a row. Returns its new version. */
export async function updateNorm(db: Database, row: EnteredNorm, input: NormInput): Promise<number> {
  const { version } = await db
    .updateTable('duty_norm')
    .set({ ...input, version: row.version + 1 })
    .where('duty_norm_id', '=', row.duty_norm_id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Deletes a row. */
export async function deleteNorm(db: Database, { duty_norm_id: id }: EnteredNorm): Promise<void> {
  await db.deleteFrom('duty_norm').where('duty_norm_id', '=', id).execute()
}

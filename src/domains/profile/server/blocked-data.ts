import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueFileRemoval } from '#domains/retention/server/stored-file-removal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { decryptText, encryptText } from '#kit/server/encrypted-text.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { findPrimaryKey } from './person-rows.ts'
import { type ErasedTable, erasedTables } from './personal-data-rules.ts'
import type { DataOwner } from './row-conditions.ts'

const batchSize = 200

type BlockInput = { erasureId: number; owner: DataOwner; until: MarketDay; encryptionKeys: KeyRing }

/**
 * Stores, encrypted, what a table has to retain of a person: its rows or, for a stripped table, the columns that are
 * cleared.
 */
export async function blockRows(
  db: Database,
  { name, rows: isOwnRow, erase }: ErasedTable,
  { erasureId, owner, until, encryptionKeys }: BlockInput,
): Promise<void> {
  if (erase.does !== 'block' && erase.does !== 'strip') throw new Error(`${name} is not blocked.`)
  const key = await findPrimaryKey(db, name)
  const order = sql.join(key.map((column) => sql.ref(column)))
  const columns = erase.does === 'strip' ? [...new Set([...key, ...Object.keys(erase.set)])] : []
  const row =
    erase.does === 'block'
      ? sql`to_jsonb(owned)`
      : sql`jsonb_build_object(${sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(column)]))})`
  const files = erase.does === 'block' ? (erase.files ?? []) : []
  const fileKeys = files.length ? sql`array[${sql.join(files.map((column) => sql.ref(column)))}]` : sql`'{}'::text[]`
  let last: string[] | undefined
  for (;;) {
    const isNext = last ? sql`(${order}) > (${sql.join(last)})` : sql`true`
    const { rows } = await sql<{ row: unknown; key: string[]; files: (string | null)[] }>`
      select ${row} as row, ${fileKeys} as files, array[${sql.join(key.map((column) => sql`${sql.ref(column)}::text`))}] as key
      from ${sql.table(name)} as owned where ${isOwnRow(owner)} and ${isNext} order by ${order} limit ${batchSize}`.execute(
      db,
    )
    if (rows.length > 0)
      await db
        .insertInto('blocked_data')
        .values({
          erasure_request_id: erasureId,
          table_name: name,
          ground: erase.ground!,
          kept_until: until,
          sealed_rows: encryptText(JSON.stringify(rows.map(({ row }) => row)), encryptionKeys),
          file_keys: rows.flatMap((each) => each.files.filter((file) => file !== null)),
        })
        .execute()
    if (rows.length < batchSize) return
    last = rows.at(-1)!.key
  }
}

/**
 * Returns the blocked data of an erasure for those entitled to it by law: courts, prosecutors and authorities. The
 * access and its reason are recorded in the audit log.
 */
export function readBlockedData(
  db: Kysely<DB>,
  { erasureId, reason, encryptionKeys }: { erasureId: number; reason: string; encryptionKeys: KeyRing },
): Promise<{ table: string; until: MarketDay; rows: unknown[]; fileKeys: string[] }[]> {
  return db.transaction().execute(async (transaction) => {
    const blocked = await transaction
      .selectFrom('blocked_data')
      .where('erasure_request_id', '=', erasureId)
      .orderBy('blocked_data_id')
      .selectAll()
      .execute()
    const subject = `erasure_request:${erasureId}`
    await writeAudit(transaction, { action: 'blocked_data_read', subject, after: { reason } })
    return blocked.map(({ table_name, kept_until, sealed_rows, file_keys }) => ({
      table: table_name,
      until: kept_until,
      rows: JSON.parse(decryptText(sealed_rows, encryptionKeys) ?? 'null'),
      fileKeys: file_keys,
    }))
  })
}

type ReleaseDeps = { db: Kysely<DB>; clock: () => Date }

/** Removes some blocked data whose retention has ended. @returns whether there may be more. */
export async function releaseBlockedData({ db, clock }: ReleaseDeps): Promise<boolean> {
  const now = clock()
  const today = marketDayOf(now, 'Europe/Madrid')
  const released = await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ file_keys: string[] }>`
      delete from blocked_data where blocked_data_id in (
        select blocked_data_id from blocked_data where kept_until < ${today} limit 100 for update skip locked)
      returning file_keys`.execute(transaction)
    await queueFileRemoval(
      transaction,
      rows.flatMap(({ file_keys }) => file_keys),
      now,
    )
    return rows.length
  })
  return (await releaseRows(db, { today, now })) || released > 0
}

const releaseBatchSize = 5_000

/** Removes rows that were left until the same day, such as curves, a few thousand at a time. */
async function releaseRows(db: Kysely<DB>, { today, now }: { today: MarketDay; now: Date }): Promise<boolean> {
  const record = await db
    .selectFrom('erasure_record')
    .where('released_at', 'is', null)
    .where('claims_until', '<', today)
    .select(['erasure_request_id', 'user_id', 'customer_ids'])
    .orderBy('claims_until')
    .executeTakeFirst()
  if (!record) return false
  const owner = { userId: record.user_id, customerIds: record.customer_ids }
  for (const { name, rows: isOwnRow, erase } of erasedTables) {
    if (erase.does !== 'expire') continue
    const key = sql.join((await findPrimaryKey(db, name)).map((column) => sql.ref(column)))
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(name)} where (${key}) in (
        select ${key} from ${sql.table(name)} as owned where ${isOwnRow(owner)} limit ${releaseBatchSize})`.execute(db)
    if (numAffectedRows === BigInt(releaseBatchSize)) return true
  }
  await db
    .updateTable('erasure_record')
    .set({ released_at: now })
    .where('erasure_request_id', '=', record.erasure_request_id)
    .execute()
  return true
}

import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { decryptText, encryptText } from '#kit/server/encrypted-text.ts'
import { firstKeyId, type KeyRing } from '#kit/server/key-ring.ts'
import { type EncryptedColumn, encryptedColumns, encryptedTextIn, encryptedTextSql } from './encrypted-columns.ts'

/** How many encrypted texts of a column use a key. */
export type EncryptedTextCount = { keyId: string; column: string; count: number }

/**
 * The result of one re-encryption pass. `busy` counts rows that were locked elsewhere, `unreadable` lists those that no
 * key decrypts.
 */
export type ReencryptionPass = { reencrypted: number; busy: number; unreadable: string[] }

type ReencryptOptions = {
  batchSize?: number
  columns?: readonly EncryptedColumn[]
  /** Called after each batch with the number of re-encrypted texts since the beginning. */
  report?: (reencrypted: number) => void
}

const lockNotAvailable = '55P03'

/** Counts the encrypted texts of each key, by column. */
export async function countEncryptedTexts(db: Database): Promise<EncryptedTextCount[]> {
  const counts: EncryptedTextCount[] = []
  for (const each of encryptedColumns) {
    const { rows } = await sql<{ keyId: string; count: number }>`
      select ${keyIdSql(each)} as "keyId", count(*)::integer as count
      from ${sql.table(each.table)} where ${textSql(each)} is not null group by 1 order by 1`.execute(db)
    counts.push(...rows.map((row) => ({ ...row, column: `${each.table}.${each.column}` })))
  }
  return counts
}

/**
 * Re-encrypts every text that does not use the current key, row by row. A row is updated only if it is unchanged since
 * it was read, so that this may run beside servers, be interrupted at any point, and be restarted.
 */
export async function reencryptAll(
  db: Database,
  keys: KeyRing,
  options: ReencryptOptions = {},
): Promise<ReencryptionPass> {
  const { columns = encryptedColumns, report } = options
  const done: ReencryptionPass = { reencrypted: 0, busy: 0, unreadable: [] }
  for (const column of columns)
    await reencryptColumn(db, keys, column, {
      ...options,
      done,
      report: () => report?.(done.reencrypted),
    })
  return done
}

async function reencryptColumn(
  db: Database,
  keys: KeyRing,
  column: EncryptedColumn,
  { batchSize = 200, done, report }: ReencryptOptions & { done: ReencryptionPass; report: () => void },
) {
  let last: string | null = null
  for (;;) {
    const rows = await readBatchAfter(db, column, { last, keyId: keys.current().id, batchSize })
    for (const row of rows) await reencryptRow(db, keys, column, row, done)
    if (rows.length > 0) report()
    if (rows.length < batchSize) return
    last = rows.at(-1)!.key
  }
}

type EncryptedRow = { key: string; value: string }

async function readBatchAfter(
  db: Database,
  each: EncryptedColumn,
  { last, keyId, batchSize }: { last: string | null; keyId: string; batchSize: number },
): Promise<EncryptedRow[]> {
  const { column, type } = each.primaryKey
  const isAfter = last === null ? sql`true` : sql`${sql.ref(column)} > ${last}::${sql.raw(type)}`
  const { rows } = await sql<EncryptedRow>`
    select ${sql.ref(column)}::text as key, ${sql.ref(each.column)} as value from ${sql.table(each.table)}
    where ${isAfter} and ${textSql(each)} is not null and ${keyIdSql(each)} <> ${keyId}
    order by ${sql.ref(column)} limit ${batchSize}`.execute(db)
  return rows
}

async function reencryptRow(
  db: Database,
  keys: KeyRing,
  each: EncryptedColumn,
  { key, value }: EncryptedRow,
  done: ReencryptionPass,
) {
  const encrypted = encryptedTextIn(value, each)!
  const text = decryptText(encrypted, keys)
  const { column, type } = each.primaryKey
  if (text === null) {
    done.unreadable.push(`${each.table}.${each.column} of ${column} ${key}`)
    return
  }
  const reencrypted = value.replace(encrypted, () => encryptText(text, keys))
  try {
    const { numAffectedRows } = await sql`
      update ${sql.table(each.table)} set ${sql.ref(each.column)} = ${reencrypted}
      where ${sql.ref(column)} = ${key}::${sql.raw(type)} and ${sql.ref(each.column)} = ${value}`.execute(db)
    if (numAffectedRows) done.reencrypted += 1
    else done.busy += 1
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error
    done.busy += 1
  }
}

function textSql(each: EncryptedColumn) {
  return sql.raw(encryptedTextSql(each.column, each))
}

function keyIdSql(each: EncryptedColumn) {
  const text = textSql(each)
  return sql`case when position('.' in ${text}) > 0 then split_part(${text}, '.', 1) else ${sql.lit(firstKeyId)} end`
}

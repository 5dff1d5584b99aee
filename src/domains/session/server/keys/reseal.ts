import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { seal, unseal } from '../sealed-text.ts'
import { firstKeyId, type KeyRing } from './key-ring.ts'
import { type SealedColumn, sealedColumns, sealedTextIn, sealedTextSql } from './sealed-columns.ts'

/** How many sealed texts of a column are under a key. */
export type TextCount = { keyId: string; place: string; count: number }

/** What a pass over all that is sealed did. `busy` are rows that somebody else held, `unreadable` those that no key opens. */
export type ResealPass = { resealed: number; busy: number; unreadable: string[] }

type Options = {
  batchSize?: number
  columns?: readonly SealedColumn[]
  /** Told after each batch how many have been sealed anew since the beginning. */
  report?: (resealed: number) => void
}

const lockNotAvailable = '55P03'

/** Counts the sealed texts under each key, by column. */
export async function countTexts(db: Database): Promise<TextCount[]> {
  const counts: TextCount[] = []
  for (const each of sealedColumns) {
    const { rows } = await sql<{ keyId: string; count: number }>`
      select ${keyIdSql(each)} as "keyId", count(*)::integer as count
      from ${sql.table(each.table)} where ${textSql(each)} is not null group by 1 order by 1`.execute(db)
    counts.push(...rows.map((row) => ({ ...row, place: `${each.table}.${each.column}` })))
  }
  return counts
}

/**
 * Seals anew whatever is not under the key in force, row by row: only where the row is still as it was read, so that it
 * may run beside servers, be broken off anywhere, and be begun again.
 */
export async function resealAll(db: Database, keys: KeyRing, options: Options = {}): Promise<ResealPass> {
  const { columns = sealedColumns, report } = options
  const done: ResealPass = { resealed: 0, busy: 0, unreadable: [] }
  for (const column of columns)
    await resealColumn(db, keys, column, {
      ...options,
      done,
      report: () => report?.(done.resealed),
    })
  return done
}

async function resealColumn(
  db: Database,
  keys: KeyRing,
  column: SealedColumn,
  { batchSize = 200, done, report }: Options & { done: ResealPass; report: () => void },
) {
  let last: string | null = null
  for (;;) {
    const rows = await batchAfter(db, column, { last, keyId: keys.current().id, batchSize })
    for (const row of rows) await resealRow(db, keys, column, row, done)
    if (rows.length > 0) report()
    if (rows.length < batchSize) return
    last = rows.at(-1)!.key
  }
}

type Row = { key: string; value: string }

async function batchAfter(
  db: Database,
  each: SealedColumn,
  { last, keyId, batchSize }: { last: string | null; keyId: string; batchSize: number },
): Promise<Row[]> {
  const { column, type } = each.primaryKey
  const isAfter = last === null ? sql`true` : sql`${sql.ref(column)} > ${last}::${sql.raw(type)}`
  const { rows } = await sql<Row>`
    select ${sql.ref(column)}::text as key, ${sql.ref(each.column)} as value from ${sql.table(each.table)}
    where ${isAfter} and ${textSql(each)} is not null and ${keyIdSql(each)} <> ${keyId}
    order by ${sql.ref(column)} limit ${batchSize}`.execute(db)
  return rows
}

async function resealRow(db: Database, keys: KeyRing, each: SealedColumn, { key, value }: Row, done: ResealPass) {
  const sealed = sealedTextIn(value, each)!
  const text = unseal(sealed, keys)
  const { column, type } = each.primaryKey
  if (text === null) {
    done.unreadable.push(`${each.table}.${each.column} of ${column} ${key}`)
    return
  }
  const renewed = value.replace(sealed, () => seal(text, keys))
  try {
    const { numAffectedRows } = await sql`
      update ${sql.table(each.table)} set ${sql.ref(each.column)} = ${renewed}
      where ${sql.ref(column)} = ${key}::${sql.raw(type)} and ${sql.ref(each.column)} = ${value}`.execute(db)
    if (numAffectedRows) done.resealed += 1
    else done.busy += 1
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error
    done.busy += 1
  }
}

function textSql(each: SealedColumn) {
  return sql.raw(sealedTextSql(each.column, each))
}

function keyIdSql(each: SealedColumn) {
  const text = textSql(each)
  return sql`case when position('.' in ${text}) > 0 then split_part(${text}, '.', 1) else ${sql.lit(firstKeyId)} end`
}

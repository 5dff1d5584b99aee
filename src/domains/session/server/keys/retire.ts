import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { deleteKey, readKeys } from './key-store.ts'
import { countTexts } from './reseal.ts'
import { databaseNow } from './rotate.ts'
import { type KeepReason, type KeyPurpose, reasonToKeep } from './rules.ts'
import { sealedColumns } from './sealed-columns.ts'

/**
 * Forgets a key that nothing needs any more. Otherwise it stays, and the reason is answered. Whoever writes what may be
 * sealed waits meanwhile, so that nothing comes in between the count and the end.
 */
export async function retireKey(
  db: Kysely<DB>,
  { purpose, id, isForced }: { purpose: KeyPurpose; id: string; isForced: boolean },
): Promise<KeepReason | { kind: 'unknown' } | { kind: 'retired' }> {
  return db.transaction().execute(async (db) => {
    if (purpose === 'sealing') {
      const tables = [...new Set(sealedColumns.map(({ table }) => table))].sort()
      await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share mode`.execute(db)
    }
    const keys = (await readKeys(db)).filter((key) => key.purpose === purpose)
    const place = keys.findIndex((key) => key.id === id)
    if (place === -1) return { kind: 'unknown' as const }
    const texts = purpose === 'sealing' ? await countTexts(db) : []
    const sealedTexts = texts.filter(({ keyId }) => keyId === id).reduce((sum, { count }) => sum + count, 0)
    const succeededAt = keys[place + 1]?.inForceFrom ?? null
    const reason = reasonToKeep({ purpose, succeededAt, sealedTexts, now: await databaseNow(db), isForced })
    if (reason) return reason
    await deleteKey(db, { purpose, id })
    const after = isForced ? { isForced } : undefined
    await writeAudit(db, { action: 'key_retired', subject: `key:${purpose}:${id}`, after })
    return { kind: 'retired' as const }
  })
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { encryptedColumns } from './encrypted-columns.ts'
import { deleteKey, readKeys } from './key-store.ts'
import { countEncryptedTexts } from './reencrypt.ts'
import { databaseNow } from './rotate.ts'
import { type KeyPurpose, type RetirementBlocker, retirementBlockerOf } from './rules.ts'

/**
 * Deletes a key that nothing needs any more. Otherwise keeps it and returns the reason. Writers of encrypted columns
 * are locked out meanwhile, so that nothing changes between the count and the deletion.
 */
export async function retireKey(
  db: Kysely<DB>,
  { purpose, id, isForced }: { purpose: KeyPurpose; id: string; isForced: boolean },
): Promise<RetirementBlocker | { kind: 'unknown' } | { kind: 'retired' }> {
  return db.transaction().execute(async (db) => {
    if (purpose === 'sealing') {
      const tables = [...new Set(encryptedColumns.map(({ table }) => table))].sort()
      await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share mode`.execute(db)
    }
    const keys = (await readKeys(db)).filter((key) => key.purpose === purpose)
    const index = keys.findIndex((key) => key.id === id)
    if (index === -1) return { kind: 'unknown' as const }
    const texts = purpose === 'sealing' ? await countEncryptedTexts(db) : []
    const encryptedTextCount = texts.filter(({ keyId }) => keyId === id).reduce((sum, { count }) => sum + count, 0)
    const succeededAt = keys[index + 1]?.inForceFrom ?? null
    const reason = retirementBlockerOf({
      purpose,
      succeededAt,
      encryptedTextCount,
      now: await databaseNow(db),
      isForced,
    })
    if (reason) return reason
    await deleteKey(db, { purpose, id })
    const after = isForced ? { isForced } : undefined
    await writeAudit(db, { action: 'key_retired', subject: `key:${purpose}:${id}`, after })
    return { kind: 'retired' as const }
  })
}

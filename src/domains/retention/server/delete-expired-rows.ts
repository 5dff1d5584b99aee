import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { type RetentionRule, retentionRules } from './retention-rules.ts'
import { queueFileRemoval } from './stored-file-removal.ts'

const batchSize = 500
/** Advisory lock of the worker that deletes rows; the number has no other meaning. */
const lockNumber = 800_080

export type RetentionDeps = { db: Kysely<DB>; settings: { now(): Pick<Settings, 'retention'> }; clock: () => Date }

/**
 * Deletes some of the rows past their retention, a few hundred of each table in their own transaction, so that no row
 * is locked for long. @returns whether there may be more.
 */
export async function deleteExpiredRows(deps: RetentionDeps): Promise<boolean> {
  let isMore = false
  for (const rule of retentionRules) if (await deleteBatch(deps, rule)) isMore = true
  return isMore
}

function deleteBatch({ db, settings, clock }: RetentionDeps, rule: RetentionRule): Promise<boolean> {
  const now = clock()
  const before = new Date(now.getTime() - settings.now().retention[rule.setting] * msPerDay)
  return db.transaction().execute(async (transaction) => {
    // One worker at a time: two that delete the same rows would wait for each other.
    const { rows } = await sql<{ has_lock: boolean }>`
      select pg_try_advisory_xact_lock(${lockNumber}) as has_lock`.execute(transaction)
    if (!rows[0]!.has_lock) return false
    const { count, fileKeys } = await rule.deleteExpired(transaction, { before, now, limit: batchSize })
    await queueFileRemoval(transaction, fileKeys, now)
    return count === batchSize
  })
}

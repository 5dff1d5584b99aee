import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Settings } from '#domains/operator/settings.ts'
import { type RetentionRule, retentionRules } from './retention-rules.ts'
import { queueFileRemoval } from './stored-files.ts'

const rowsAtOnce = 500
const msPerDay = 86_400_000
/** Whoever has this lock removes; it has no other meaning. */
const lockNumber = 800_080

export type ForgettingDeps = { db: Kysely<DB>; settings: { now(): Pick<Settings, 'retention'> }; clock: () => Date }

/**
 * Removes some of whatever is past its days, a few hundred rows of each table in a transaction of their own, so that none is
 * locked for long. @returns whether there may be more.
 */
export async function forgetOld(deps: ForgettingDeps): Promise<boolean> {
  let isMore = false
  for (const rule of retentionRules) if (await forgetBatch(deps, rule)) isMore = true
  return isMore
}

function forgetBatch({ db, settings, clock }: ForgettingDeps, rule: RetentionRule): Promise<boolean> {
  const now = clock()
  const before = new Date(now.getTime() - settings.now().retention[rule.setting] * msPerDay)
  return db.transaction().execute(async (transaction) => {
    // One worker at a time: two that remove the same rows would wait for each other.
    const { rows } = await sql<{ has_lock: boolean }>`
      select pg_try_advisory_xact_lock(${lockNumber}) as has_lock`.execute(transaction)
    if (!rows[0]!.has_lock) return false
    const { count, fileKeys } = await rule.forget(transaction, before, rowsAtOnce)
    await queueFileRemoval(transaction, fileKeys, now)
    return count === rowsAtOnce
  })
}

import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { storedSettings } from '#domains/retailer/server/live-settings.ts'
import { settingsFromStored } from '#domains/retailer/settings/by-path.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { type QuotaExcess, quotaExcess, type UploadQuota } from '../rules.ts'

/**
 * Returns the quota that a user would exceed by storing files of these sizes; null if there is none. Within a
 * transaction it blocks concurrent uploads of the same user.
 */
export async function findQuotaExcess(
  db: Database,
  { userId, sizesBytes, quota, now }: { userId: number; sizesBytes: readonly number[]; quota: UploadQuota; now: Date },
): Promise<QuotaExcess | null> {
  if (sizesBytes.length === 0) return null
  await sql`select 1 from user_account where user_id = ${userId} for no key update`.execute(db)
  const since = new Date(now.getTime() - msPerDay)
  const { rows } = await sql<{ files: number; bytes: number; filesToday: number; bytesToday: number }>`
    select count(*) as files, coalesce(sum(size_bytes), 0) as bytes,
      count(*) filter (where created_at > ${since}) as "filesToday",
      coalesce(sum(size_bytes) filter (where created_at > ${since}), 0) as "bytesToday"
    from upload where user_id = ${userId}`.execute(db)
  return quotaExcess(rows[0]!, sizesBytes, quota)
}

/** Reads the current limits for one file and for the quota, for use within another transaction. */
export async function readUploadLimits(db: Database): Promise<{ fileBytes: number; quota: UploadQuota }> {
  const { fileUploadSizeLimit: fileBytes, uploads: quota } = settingsFromStored(await storedSettings(db)).settings
  return { fileBytes, quota }
}

import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Files } from '#outside/files/files.ts'
import { secondsToNextScan } from '../rules.ts'
import { inspectUpload } from './inspect-upload.ts'

const scanSeconds = 60
// How long other servers leave a file alone while this one scans it.
const claimSeconds = 180

type ScanDeps = { db: Database; files: Files; clock: () => Date; log: { warn(details: object, message: string): void } }

/**
 * Scans one waiting file. A harmful one can no longer be opened, and a virus is removed; if the scanner is unavailable,
 * the file stays waiting. @returns whether there was one.
 */
export async function scanNextPending({ db, files, clock, log }: ScanDeps): Promise<boolean> {
  const upload = await claimPendingUpload(db, clock())
  if (!upload) return false
  const { upload_id: uploadId, user_id: userId, file_key: fileKey, media_type: mediaType, scan_tries: tries } = upload
  const inspection = await inspectUpload(files, { fileKey, mediaType }, { seconds: scanSeconds })
  if (inspection.state === 'waiting') {
    log.warn({ uploadId, tries, cause: inspection.cause.kind }, 'a file could not be scanned')
    const next = new Date(clock().getTime() + secondsToNextScan(tries) * 1000)
    await db.updateTable('upload').set({ scan_after: next }).where('upload_id', '=', uploadId).execute()
    return true
  }
  const isClean = inspection.state === 'clean'
  const scanned = {
    scan_state: isClean ? 'clean' : 'infected',
    scan_finding: isClean ? null : inspection.finding,
    scanned_at: clock(),
  }
  await db.updateTable('upload').set(scanned).where('upload_id', '=', uploadId).execute()
  if (isClean) return true
  await writeAudit(db, {
    action: 'upload_infected',
    ...(userId !== null && { actorUserId: userId }),
    subject: `upload:${uploadId}`,
    after: { finding: inspection.finding },
  })
  // A file with mere active content is kept for a manual decision: it was received before there was any inspection.
  if (inspection.concern === 'file_infected') await files.remove(fileKey)
  return true
}

async function claimPendingUpload(db: Database, now: Date) {
  const until = new Date(now.getTime() + claimSeconds * 1000)
  const { rows } = await sql<{
    upload_id: string
    user_id: number | null
    file_key: string
    media_type: string
    scan_tries: number
  }>`
    update upload set scan_after = ${until}, scan_tries = scan_tries + 1
    where upload_id = (
      select upload_id from upload
      where scan_state = 'waiting' and (scan_after is null or scan_after <= ${now})
      order by scan_after nulls first limit 1
      for update skip locked
    )
    returning upload_id, user_id, file_key, media_type, scan_tries`.execute(db)
  return rows[0]
}

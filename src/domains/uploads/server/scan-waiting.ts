import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Files } from '#outside/files/files.ts'
import { secondsToNextScan } from '../rules.ts'
import { inspectUpload } from './inspect-upload.ts'

const scanSeconds = 60
// So long another program leaves a file alone that this one looks at.
const claimSeconds = 180

type ScanDeps = { db: Database; files: Files; clock: () => Date; log: { warn(details: object, message: string): void } }

/**
 * Looks at one file that waits for it. One that is found to do harm is opened by nobody any more, and a virus is removed; one
 * that the scanner does not look at waits on. @returns whether there was one.
 */
export async function scanWaiting({ db, files, clock, log }: ScanDeps): Promise<boolean> {
  const upload = await claim(db, clock())
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
  // What only may act stays for whoever has to decide about it; it came in before there was any inspection.
  if (inspection.concern === 'file_infected') await files.remove(fileKey)
  return true
}

async function claim(db: Database, now: Date) {
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

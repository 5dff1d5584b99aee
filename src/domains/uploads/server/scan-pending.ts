import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Upload } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { createQueueWorker, type QueueWorker, workOnNext } from '#kit/server/queue-runner.ts'
import { updateRow, type WorkQueue } from '#kit/server/work-queue.ts'
import type { Files } from '#outside/files/files.ts'
import { secondsToNextScan } from '../rules.ts'
import { inspectUpload } from './inspect-upload.ts'

const scanSeconds = 60

type PendingUpload = Selectable<Upload>

/** The files that wait to be scanned. */
export const uploadQueue: WorkQueue<PendingUpload> = {
  table: 'upload',
  key: ['upload_id'],
  due: 'scan_after',
  isDueWhenNull: true,
  waiting: sql`scan_state = 'waiting'`,
  tries: 'scan_tries',
  // How long other servers leave a file alone while this one scans it.
  pausesSeconds: [180],
}

type ScanDeps = { db: Database; files: Files; clock: () => Date; log: { warn(details: object, message: string): void } }

/**
 * Creates the worker that scans waiting files. A harmful one can no longer be opened, and a virus is removed; if the
 * scanner is unavailable, the file stays waiting.
 */
export function createScanWorker(deps: ScanDeps): QueueWorker<PendingUpload> {
  const { db, clock } = deps
  return createQueueWorker({ db, clock, queue: uploadQueue, work: (upload) => scanUpload(deps, upload) })
}

/** Scans one waiting file. @returns whether there was one. */
export function scanNextPending(deps: ScanDeps): Promise<boolean> {
  return workOnNext(createScanWorker(deps))
}

async function scanUpload({ db, files, clock, log }: ScanDeps, upload: PendingUpload) {
  const { upload_id: uploadId, user_id: userId, file_key: fileKey, media_type: mediaType, scan_tries: tries } = upload
  const inspection = await inspectUpload(files, { fileKey, mediaType }, { seconds: scanSeconds })
  if (inspection.state === 'waiting') {
    log.warn({ uploadId, tries, cause: inspection.cause.kind }, 'a file could not be scanned')
    const next = new Date(clock().getTime() + secondsToNextScan(tries) * 1000)
    return updateRow(db, uploadQueue, { row: upload, set: { scan_after: next } })
  }
  const isClean = inspection.state === 'clean'
  const scanned = {
    scan_state: isClean ? 'clean' : 'infected',
    scan_finding: isClean ? null : inspection.finding,
    scanned_at: clock(),
  }
  await updateRow(db, uploadQueue, { row: upload, set: scanned })
  if (isClean) return
  await writeAudit(db, {
    action: 'upload_infected',
    ...(userId !== null && { actorUserId: userId }),
    subject: `upload:${uploadId}`,
    after: { finding: inspection.finding },
  })
  // A file with mere active content is kept for a manual decision: it was received before there was any inspection.
  if (inspection.concern === 'file_infected') await files.remove(fileKey)
}

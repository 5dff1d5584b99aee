import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { RefusalDetails, Refused } from '#kit/refusal.ts'
import type { Files } from '#outside/files/files.ts'
import type { fileRefusals } from '../api.ts'
import type { QuotaExcess, UploadQuota } from '../rules.ts'
import { inspectUpload } from './inspect-upload.ts'
import { findQuotaExcess } from './quota.ts'
import { readMultipartFile } from './read-multipart-file.ts'
import { storeFile } from './store-file.ts'
import { addUpload, type Uploader } from './upload-store.ts'

type ReceiveRefusalCode = keyof typeof fileRefusals
type ReceiveFileOptions = {
  maxBytes: number
  uploader: Uploader
  now: Date
  refuse: (code: ReceiveRefusalCode, more?: RefusalDetails) => Refused
  /** The quota of the uploader; omitted for operators. */
  quota?: { limits: UploadQuota; refuse: (code: QuotaExcess['code'], more: RefusalDetails) => Refused }
}

// How long the sender of a file waits for the scanner; after that, the file is scanned later.
const scanSeconds = 15
// The size of a multipart body besides its file.
const wrappingBytes = 10_000

/**
 * Receives the file of a request, which its uploader can attach later. @returns its id. @throws the error that `refuse`
 * creates.
 */
export async function receiveFile(
  { db, files }: { db: Kysely<DB>; files: Files },
  request: FastifyRequest,
  { maxBytes, uploader, now, refuse, quota }: ReceiveFileOptions,
): Promise<{ id: string }> {
  const tooLarge = { values: { megabytes: maxBytes / 1e6 } }
  if (Number(request.headers['content-length']) > maxBytes + wrappingBytes) throw refuse('file_too_large', tooLarge)
  // Checked before the body is read, so that users over their quota cannot consume resources.
  await requireQuota(db, 0)
  const part = request.isMultipart() ? await readMultipartFile(request, maxBytes) : undefined
  if (!part) throw refuse('file_missing')
  const stored = await storeFile(files, part.filename, part.file)
  // The rest of a refused file must still be read, otherwise the browser never receives the response.
  part.file.resume()
  if (typeof stored === 'string') throw refuse(stored)
  if (part.file.truncated) {
    await files.remove(stored.fileKey)
    throw refuse('file_too_large', tooLarge)
  }
  const inspection = await inspectUpload(files, stored, { seconds: scanSeconds })
  if (inspection.state === 'refused') {
    await files.remove(stored.fileKey)
    request.log.warn({ finding: inspection.finding }, 'a file was refused')
    throw refuse(inspection.concern)
  }
  const { state } = inspection
  return db
    .transaction()
    .execute(async (transaction) => {
      await requireQuota(transaction, stored.sizeBytes)
      return { id: await addUpload(transaction, { file: stored, state, uploader, now }) }
    })
    .catch(async (failure) => {
      await files.remove(stored.fileKey)
      throw failure
    })

  async function requireQuota(database: Database, sizeBytes: number) {
    if (!quota || uploader.userId === null) return
    const usage = { userId: uploader.userId, sizesBytes: [sizeBytes], quota: quota.limits, now }
    const excess = await findQuotaExcess(database, usage)
    if (excess) throw quota.refuse(excess.code, { values: excess.values })
  }
}

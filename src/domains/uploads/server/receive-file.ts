import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { RefusalDetails, Refused } from '#kit/refusal.ts'
import type { Files } from '#outside/files/files.ts'
import type { fileRefusals } from '../api.ts'
import type { QuotaExcess, UploadQuota } from '../rules.ts'
import { firstFile } from './first-file.ts'
import { inspectUpload } from './inspect-upload.ts'
import { keepFile } from './keep-file.ts'
import { excessOf } from './quota.ts'
import { addUpload, type Maker } from './store.ts'

type Code = keyof typeof fileRefusals
type Receiving = {
  maxBytes: number
  maker: Maker
  now: Date
  refuse: (code: Code, more?: RefusalDetails) => Refused
  /** How much its maker may store; nobody's limit is for whoever works for the retailer. */
  quota?: { limits: UploadQuota; refuse: (code: QuotaExcess['code'], more: RefusalDetails) => Refused }
}

// Whoever sends a file waits so long for the scanner; then the file waits for it.
const scanSeconds = 15
// What a multipart body weighs besides its file.
const wrappingBytes = 10_000

/** Takes in the file of a request, for its maker to send along with something. @returns its id. @throws what `refuse` makes. */
export async function receiveFile(
  { db, files }: { db: Kysely<DB>; files: Files },
  request: FastifyRequest,
  { maxBytes, maker, now, refuse, quota }: Receiving,
): Promise<{ id: string }> {
  const tooLarge = { values: { megabytes: maxBytes / 1e6 } }
  if (Number(request.headers['content-length']) > maxBytes + wrappingBytes) throw refuse('file_too_large', tooLarge)
  // Before it has come, so that whoever may store no more cannot keep us busy with it.
  await stayWithinQuota(db, 0)
  const part = request.isMultipart() ? await firstFile(request, maxBytes) : undefined
  if (!part) throw refuse('file_missing')
  const kept = await keepFile(files, part.filename, part.file)
  // What is left of a file that nobody wants must still arrive, or the browser never hears why.
  part.file.resume()
  if (typeof kept === 'string') throw refuse(kept)
  if (part.file.truncated) {
    await files.remove(kept.fileKey)
    throw refuse('file_too_large', tooLarge)
  }
  const inspection = await inspectUpload(files, kept, { seconds: scanSeconds })
  if (inspection.state === 'refused') {
    await files.remove(kept.fileKey)
    request.log.warn({ finding: inspection.finding }, 'a file was refused')
    throw refuse(inspection.concern)
  }
  const { state } = inspection
  return db
    .transaction()
    .execute(async (transaction) => {
      await stayWithinQuota(transaction, kept.sizeBytes)
      return { id: await addUpload(transaction, { file: kept, state, maker, now }) }
    })
    .catch(async (failure) => {
      await files.remove(kept.fileKey)
      throw failure
    })

  async function stayWithinQuota(database: Database, sizeBytes: number) {
    if (!quota || maker.userId === null) return
    const owned = { userId: maker.userId, sizesBytes: [sizeBytes], quota: quota.limits, now }
    const excess = await excessOf(database, owned)
    if (excess) throw quota.refuse(excess.code, { values: excess.values })
  }
}

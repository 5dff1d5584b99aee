import type { Database } from '#db/database.ts'
import type { UploadMediaType } from '../rules.ts'

export type KeptFile = { fileName: string; mediaType: UploadMediaType; sizeBytes: number; fileKey: string }
/** Who sent a file; null for somebody who is not signed in. */
export type Maker = { userId: number | null }

type Incoming = { file: KeptFile; state: 'clean' | 'waiting'; maker: Maker; now: Date }

/** Notes a file that has come in, and whether it may be opened. */
export async function addUpload(db: Database, { file, state, maker, now }: Incoming): Promise<string> {
  const uploadId = crypto.randomUUID()
  await db
    .insertInto('upload')
    .values({
      upload_id: uploadId,
      user_id: maker.userId,
      file_name: file.fileName,
      media_type: file.mediaType,
      size_bytes: file.sizeBytes,
      file_key: file.fileKey,
      created_at: now,
      scan_state: state,
      scanned_at: state === 'clean' ? now : null,
    })
    .execute()
  return uploadId
}

/** A file of its maker that nothing was sent with yet. */
export function findUpload(db: Database, { uploadId, maker }: { uploadId: string; maker: Maker }) {
  return db
    .selectFrom('upload')
    .where('upload_id', '=', uploadId)
    .where('user_id', 'is not distinct from', maker.userId)
    .where('used_at', 'is', null)
    .select(['file_name as fileName', 'file_key', 'scan_state'])
    .executeTakeFirst()
}

/** Marks files of their maker as sent with something. @returns how many of them were theirs and not yet used. */
export async function useUploads(
  db: Database,
  { uploadIds, maker, now }: { uploadIds: readonly string[]; maker: Maker; now: Date },
): Promise<number> {
  if (uploadIds.length === 0) return 0
  const used = await db
    .updateTable('upload')
    .set({ used_at: now })
    .where('upload_id', 'in', uploadIds)
    .where('user_id', 'is not distinct from', maker.userId)
    .where('used_at', 'is', null)
    .where('scan_state', '<>', 'infected')
    .executeTakeFirst()
  return Number(used.numUpdatedRows)
}

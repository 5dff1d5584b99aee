import type { Database } from '#db/database.ts'
import type { UploadMediaType } from '../rules.ts'

export type StoredFile = { fileName: string; mediaType: UploadMediaType; sizeBytes: number; fileKey: string }
/** The uploader of a file; null without a session. */
export type Uploader = { userId: number | null }

type NewUpload = { file: StoredFile; state: 'clean' | 'waiting'; uploader: Uploader; now: Date }

/** Records a received file, with its scan state. */
export async function addUpload(db: Database, { file, state, uploader, now }: NewUpload): Promise<string> {
  const uploadId = crypto.randomUUID()
  await db
    .insertInto('upload')
    .values({
      upload_id: uploadId,
      user_id: uploader.userId,
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

/** Returns a file of its uploader that has not been attached yet. */
export function findUpload(db: Database, { uploadId, uploader }: { uploadId: string; uploader: Uploader }) {
  return db
    .selectFrom('upload')
    .where('upload_id', '=', uploadId)
    .where('user_id', 'is not distinct from', uploader.userId)
    .where('used_at', 'is', null)
    .select(['file_name as fileName', 'file_key', 'scan_state'])
    .executeTakeFirst()
}

/** Marks files of their uploader as used. @returns how many of them were theirs and not used yet. */
export async function markUploadsUsed(
  db: Database,
  { uploadIds, uploader, now }: { uploadIds: readonly string[]; uploader: Uploader; now: Date },
): Promise<number> {
  if (uploadIds.length === 0) return 0
  const used = await db
    .updateTable('upload')
    .set({ used_at: now })
    .where('upload_id', 'in', uploadIds)
    .where('user_id', 'is not distinct from', uploader.userId)
    .where('used_at', 'is', null)
    .where('scan_state', '<>', 'infected')
    .executeTakeFirst()
  return Number(used.numUpdatedRows)
}

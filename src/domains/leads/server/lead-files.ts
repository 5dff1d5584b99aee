import type { Database } from '#db/database.ts'
import type { SentFile } from '#domains/uploads/api.ts'
import { claimUploads } from '#domains/uploads/server/claim-uploads.ts'
import type { Files } from '#outside/files/files.ts'

/** The purpose of a file of a lead. */
export type LeadFilePurpose = 'invoice' | 'identity_front' | 'identity_back' | 'company' | 'self_consumption'

type LeadFilesInput = {
  leadId: number
  purpose: LeadFilePurpose
  sent: readonly SentFile[]
  userId: number | null
  now: Date
}

/**
 * Claims the files sent with a lead, within the transaction that stores it. @returns their upload ids in order, or the
 * code of a field error; then the transaction must roll back.
 */
export async function claimLeadFiles(
  deps: { db: Database; files: Files },
  { leadId, purpose, sent, userId, now }: LeadFilesInput,
): ReturnType<typeof claimUploads> {
  const uploadIds = await claimUploads(deps, { sent, uploader: { userId }, now })
  if (typeof uploadIds === 'string' || uploadIds.length === 0) return uploadIds
  const rows = uploadIds.map((upload_id) => ({ lead_id: leadId, purpose, upload_id }))
  await deps.db.insertInto('lead_file').values(rows).execute()
  return uploadIds
}

/** Moves those of these files that belong to a lead to another one. */
export async function moveLeadFiles(
  db: Database,
  { from, to, uploadIds }: { from: number; to: number; uploadIds: readonly string[] },
) {
  if (uploadIds.length === 0) return
  await db
    .updateTable('lead_file')
    .set({ lead_id: to })
    .where('lead_id', '=', from)
    .where('upload_id', 'in', uploadIds)
    .execute()
}

import type { Database } from '#db/database.ts'
import type { SentFile } from '#domains/uploads/api.ts'
import { takeFiles } from '#domains/uploads/server/take-files.ts'
import type { Files } from '#outside/files/files.ts'

/** What a file of a lead is. */
export type LeadFilePurpose = 'invoice' | 'identity_front' | 'identity_back' | 'company' | 'self_consumption'

type Sent = {
  leadId: number
  purpose: LeadFilePurpose
  sent: readonly SentFile[]
  userId: number | null
  now: Date
}

/**
 * Takes over the files that are sent with a lead, inside the transaction that keeps it. @returns their upload ids in order,
 * or the code of a field error, and then the transaction must not hold.
 */
export async function takeLeadFiles(
  needs: { db: Database; files: Files },
  { leadId, purpose, sent, userId, now }: Sent,
): ReturnType<typeof takeFiles> {
  const taken = await takeFiles(needs, { sent, maker: { userId }, now })
  if (typeof taken === 'string' || taken.length === 0) return taken
  const rows = taken.map((upload_id) => ({ lead_id: leadId, purpose, upload_id }))
  await needs.db.insertInto('lead_file').values(rows).execute()
  return taken
}

import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { codeLifeMinutes } from '../rules.ts'

const kind = 'signatures.code'
const hidden = '••••••'

/** Takes the codes of a signature out of what was written to its signer, and holds back what has not gone out. */
export async function forgetCodesOf(db: Database, signatureId: string) {
  const ofSignature = sql<boolean>`values ->> 'signatureId' = ${signatureId}`
  await db
    .deleteFrom('outbox_message')
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .where(ofSignature)
    .execute()
  await db
    .updateTable('outbox_message')
    .set({ values: withoutCode })
    .where('kind', '=', kind)
    .where(ofSignature)
    .execute()
}

/** The same for every code that was sent, or that is too old to be. True when there were any. */
export async function forgetPastCodes(db: Database, now: Date): Promise<boolean> {
  const tooOld = new Date(now.getTime() - codeLifeMinutes * 60_000)
  const readable = sql<boolean>`values ->> 'code' <> ${hidden}`
  const late = await db
    .deleteFrom('outbox_message')
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .where('created_at', '<=', tooOld)
    .executeTakeFirst()
  const sent = await db
    .updateTable('outbox_message')
    .set({ values: withoutCode })
    .where('kind', '=', kind)
    .where('sent_at', 'is not', null)
    .where(readable)
    .executeTakeFirst()
  return late.numDeletedRows + sent.numUpdatedRows > 0n
}

// The message stays as one that was sent; only what it told is gone.
const withoutCode = sql<string>`values || jsonb_build_object('code', ${hidden}::text)`

import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { codeLifeMinutes } from '../rules.ts'

const kind = 'signatures.code'
const redactedCode = '••••••'

/** Redacts the codes of a signature in messages to its signer, and stops those that have not been sent. */
export async function redactCodesOf(db: Database, signatureId: string) {
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

/** Does the same for every code that has been sent or has expired. Returns true when there were any. */
export async function redactExpiredCodes(db: Database, now: Date): Promise<boolean> {
  const tooOld = new Date(now.getTime() - codeLifeMinutes * 60_000)
  const readable = sql<boolean>`values ->> 'code' <> ${redactedCode}`
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

// The message still counts as sent; only its code is removed.
const withoutCode = sql<string>`values || jsonb_build_object('code', ${redactedCode}::text)`

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { Locale } from '#vocabulary/locale.ts'

/** Who gives or refuses consent: a browser by its key, the owner of an e-mail address, a user or a holder by id. */
export type ConsentSubject = { kind: 'visitor' | 'email'; id: string } | { kind: 'user' | 'customer'; id: number }

type ConsentInput = {
  subject: ConsentSubject
  /** The purpose in snake_case: `office_terms`. */
  purpose: string
  agreed: boolean
  /** The text that was shown, and its version. */
  text: { version: string; words: string }
  locale: Locale
  requestId: string
}

/** Adds an answer about one purpose to the ledger. Within a transaction it commits or rolls back with it. */
export async function recordConsent(
  db: Database,
  { subject, purpose, agreed, text, locale, requestId }: ConsentInput,
  at: Date,
) {
  await db
    .insertInto('consent_entry')
    .values({
      subject_kind: subject.kind,
      subject: consentSubjectKey(subject),
      purpose,
      agreed,
      text_version: text.version,
      text_hash: hashOf(text.words),
      locale,
      request_id: requestId,
      at,
    })
    .execute()
  // A browser cannot be linked to a customer.
  if (subject.kind === 'visitor') return
  const event = {
    subject_kind: subject.kind,
    subject: consentSubjectKey(subject),
    purpose,
    agreed,
    text_version: text.version,
  }
  await queueEvent(db, { type: 'consent.changed', data: event }, at)
}

/** Copies the last answers recorded under an e-mail address about these purposes to a user, unchanged. */
export async function copyConsentsToUser(
  db: Database,
  { email, userId, purposes }: { email: string; userId: number; purposes: readonly string[] },
) {
  await sql`
    insert into consent_entry
      (subject_kind, subject, purpose, agreed, text_version, text_hash, locale, request_id, at)
    select distinct on (purpose) 'user', ${String(userId)}, purpose, agreed, text_version, text_hash, locale, request_id, at
    from consent_entry
    where subject_kind = 'email' and subject = ${consentSubjectKey({ kind: 'email', id: email })}
      and purpose = any(${[...purposes]})
    order by purpose, at desc`.execute(db)
}

/** Returns the ledger key of a consent subject. Browser keys and e-mail addresses are hashed, never stored in clear. */
export function consentSubjectKey(subject: ConsentSubject): string {
  switch (subject.kind) {
    case 'user':
    case 'customer':
      return String(subject.id)
    case 'email':
      return hashOf(subject.id.trim().toLowerCase())
    case 'visitor':
      return hashOf(subject.id)
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

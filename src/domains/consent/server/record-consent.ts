import { createHash } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { Locale } from '#kit/locale.ts'

/** Who agrees or does not: a browser by its key, whoever has an e-mail address, a user or a holder by id. */
export type ConsentSubject = { kind: 'visitor' | 'email'; id: string } | { kind: 'user' | 'customer'; id: number }

type Consent = {
  subject: ConsentSubject
  /** What it is asked for, in snake_case: `office_terms`. */
  purpose: string
  agreed: boolean
  /** The words that were shown, and which version of them it was. */
  text: { version: string; words: string }
  locale: Locale
  requestId: string
}

/** Adds to the ledger what somebody has said about one purpose. Within a transaction it stands or falls with it. */
export async function recordConsent(
  db: Database,
  { subject, purpose, agreed, text, locale, requestId }: Consent,
  at: Date,
) {
  await db
    .insertInto('consent_entry')
    .values({
      subject_kind: subject.kind,
      subject: subjectKey(subject),
      purpose,
      agreed,
      text_version: text.version,
      text_hash: hashOf(text.words),
      locale,
      request_id: requestId,
      at,
    })
    .execute()
  // A browser is nobody that the retailer knows.
  if (subject.kind === 'visitor') return
  const said = { subject_kind: subject.kind, subject: subjectKey(subject), purpose, agreed, text_version: text.version }
  await queueEvent(db, { type: 'consent.changed', data: said }, at)
}

/** How the ledger names somebody: neither keys of browsers nor e-mail addresses stand in it as they are. */
export function subjectKey(subject: ConsentSubject): string {
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

import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { recordConsent, subjectKey } from '#domains/consent/server/record-consent.ts'
import type { Locale } from '#kit/locale.ts'
import { acceptanceVersion } from '../rules.ts'

/** One box, two consents: the terms of the office, and that data is processed for it. */
const purposes = ['office_terms', 'data_protection'] as const

/** Records what whoever signs up has agreed to, under the address that they gave; `words` are those of the box. */
export async function recordAcceptance(
  db: Database,
  { email, words, locale, requestId }: { email: string; words: string; locale: Locale; requestId: string },
  at: Date,
) {
  const text = { version: acceptanceVersion, words }
  for (const purpose of purposes)
    await recordConsent(
      db,
      { subject: { kind: 'email', id: email }, purpose, agreed: true, text, locale, requestId },
      at,
    )
}

/** Records for a new user what was agreed to under an address, as it was. */
export async function adoptAcceptance(db: Database, { email, userId }: { email: string; userId: number }) {
  await sql`
    insert into consent_entry
      (subject_kind, subject, purpose, agreed, text_version, text_hash, locale, request_id, at)
    select distinct on (purpose) 'user', ${String(userId)}, purpose, agreed, text_version, text_hash, locale, request_id, at
    from consent_entry
    where subject_kind = 'email' and subject = ${subjectKey({ kind: 'email', id: email })}
      and purpose = any(${[...purposes]})
    order by purpose, at desc`.execute(db)
}

import type { Database } from '#db/database.ts'
import { type ConsentSubject, consentSubjectKey } from './record-consent.ts'

type ConsentQuery = { subject: ConsentSubject; purpose: string; version: string }

/** Returns the last answer about a purpose for a version of the text. Undefined if there is none. */
export async function findLastConsent(
  db: Database,
  { subject, purpose, version }: ConsentQuery,
): Promise<{ agreed: boolean } | undefined> {
  return db
    .selectFrom('consent_entry')
    .where('subject_kind', '=', subject.kind)
    .where('subject', '=', consentSubjectKey(subject))
    .where('purpose', '=', purpose)
    .where('text_version', '=', version)
    .orderBy('at', 'desc')
    .orderBy('consent_entry_id', 'desc')
    .select('agreed')
    .executeTakeFirst()
}

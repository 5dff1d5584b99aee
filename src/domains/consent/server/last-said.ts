import type { Database } from '#db/database.ts'
import { type ConsentSubject, subjectKey } from './record-consent.ts'

type About = { subject: ConsentSubject; purpose: string; version: string }

/** What somebody said last about a purpose in the words of a version; undefined where they have said nothing. */
export async function lastSaid(
  db: Database,
  { subject, purpose, version }: About,
): Promise<{ agreed: boolean } | undefined> {
  return db
    .selectFrom('consent_entry')
    .where('subject_kind', '=', subject.kind)
    .where('subject', '=', subjectKey(subject))
    .where('purpose', '=', purpose)
    .where('text_version', '=', version)
    .orderBy('at', 'desc')
    .orderBy('consent_entry_id', 'desc')
    .select('agreed')
    .executeTakeFirst()
}

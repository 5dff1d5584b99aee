import type { Database } from '#db/database.ts'
import { copyConsentsToUser, recordConsent } from '#domains/consent/server/record-consent.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { acceptanceVersion } from '../rules.ts'

/** One checkbox records two consents: the terms of the portal, and the data processing that it requires. */
const signUpPurposes = ['office_terms', 'data_protection'] as const

/** Records the consents of a sign-up under the e-mail address that was given; `words` is the text of the checkbox. */
export async function recordAcceptance(
  db: Database,
  { email, wording, locale, requestId }: { email: string; wording: string; locale: Locale; requestId: string },
  at: Date,
) {
  const text = { version: acceptanceVersion, words: wording }
  for (const purpose of signUpPurposes)
    await recordConsent(
      db,
      { subject: { kind: 'email', id: email }, purpose, agreed: true, text, locale, requestId },
      at,
    )
}

/** Copies the consents recorded under an e-mail address to a new user, unchanged. */
export function copyAcceptanceToUser(
  db: Database,
  { email, userId }: { email: string; userId: number },
): Promise<void> {
  return copyConsentsToUser(db, { email, userId, purposes: signUpPurposes })
}

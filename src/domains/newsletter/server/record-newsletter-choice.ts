import type { Database } from '#db/database.ts'
import { recordConsent } from '#domains/consent/server/record-consent.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { textVersion } from '../rules.ts'
import type { StoredNewsletter } from './subscriber-store.ts'

/** Who makes a choice, and where and when. */
export type ChoiceContext = { email: string; locale: Locale; requestId: string; now: Date }

/**
 * Records in the consent ledger which newsletters a user subscribes to or leaves, with the text that describes them.
 * The entries outlive the subscription and store only a hash of the address.
 */
export async function recordNewsletterChoice(
  db: Database,
  before: readonly StoredNewsletter[],
  chosen: readonly number[],
  { email, locale, requestId, now }: ChoiceContext,
) {
  for (const { id, name, description, isSubscribed } of before) {
    const agreed = chosen.includes(id)
    if (agreed === isSubscribed) continue
    const text = { version: textVersion, words: `${name}\n${description}` }
    const subject = { kind: 'email', id: email } as const
    await recordConsent(db, { subject, purpose: `newsletter_${id}`, agreed, text, locale, requestId }, now)
  }
}

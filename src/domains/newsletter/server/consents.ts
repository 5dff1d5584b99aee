import type { Database } from '#db/database.ts'
import { recordConsent } from '#domains/consent/server/record-consent.ts'
import type { Locale } from '#kit/locale.ts'
import { textVersion } from '../rules.ts'
import type { KeptNewsletter } from './subscriber-store.ts'

/** Where and when somebody has said what they want. */
export type Saying = { email: string; locale: Locale; requestId: string; now: Date }

/**
 * Writes into the ledger of consents which newsletters somebody wants from now on, or no more, by the words that describe
 * them. It outlives the subscription, and knows the address by a hash alone.
 */
export async function recordChoice(
  db: Database,
  before: readonly KeptNewsletter[],
  chosen: readonly number[],
  { email, locale, requestId, now }: Saying,
) {
  for (const { id, name, description, isSubscribed } of before) {
    const agreed = chosen.includes(id)
    if (agreed === isSubscribed) continue
    const text = { version: textVersion, words: `${name}\n${description}` }
    const subject = { kind: 'email', id: email } as const
    await recordConsent(db, { subject, purpose: `newsletter_${id}`, agreed, text, locale, requestId }, now)
  }
}

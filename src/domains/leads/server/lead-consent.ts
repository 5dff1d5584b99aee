import type { Database } from '#db/database.ts'
import { findLastConsent } from '#domains/consent/server/find-last-consent.ts'
import { recordConsent } from '#domains/consent/server/record-consent.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { leadConsent } from '../rules.ts'

type LeadConsentInput = {
  /** Null for a visitor, who is identified by their address. */
  userId: number | null
  email: string
  /** The text beside the box, in the language of the page: `leads.consent`. */
  words: string
  locale: Locale
  requestId: string
}

/** Records the consent to be contacted about a request. Earlier consent is not recorded again. */
export async function recordLeadConsent(
  db: Database,
  { userId, email, words, locale, requestId }: LeadConsentInput,
  at: Date,
): Promise<void> {
  if (await hasLeadConsent(db, userId)) return
  const subject = userId === null ? ({ kind: 'email', id: email } as const) : ({ kind: 'user', id: userId } as const)
  const text = { version: leadConsent.version, words }
  await recordConsent(db, { subject, purpose: leadConsent.purpose, agreed: true, text, locale, requestId }, at)
}

/** Checks whether a user consents to contact, by their last decision on the present text; false for a visitor. */
export async function hasLeadConsent(db: Database, userId: number | null): Promise<boolean> {
  if (userId === null) return false
  const { purpose, version } = leadConsent
  const consent = await findLastConsent(db, { subject: { kind: 'user', id: userId }, purpose, version })
  return consent?.agreed ?? false
}

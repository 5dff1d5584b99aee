import type { Database } from '#db/database.ts'
import { lastSaid } from '#domains/consent/server/last-said.ts'
import { recordConsent } from '#domains/consent/server/record-consent.ts'
import type { Locale } from '#kit/locale.ts'
import { leadConsent } from '../rules.ts'

type Given = {
  /** Null for a visitor, who is known by their address. */
  userId: number | null
  email: string
  /** The words beside the box, in the language of the page: `leads.consent`. */
  words: string
  locale: Locale
  requestId: string
}

/** Writes down that somebody agreed to be contacted about what they asked for; who had agreed before is not written anew. */
export async function recordLeadConsent(
  db: Database,
  { userId, email, words, locale, requestId }: Given,
  at: Date,
): Promise<void> {
  if (await hasLeadConsent(db, userId)) return
  const subject = userId === null ? ({ kind: 'email', id: email } as const) : ({ kind: 'user', id: userId } as const)
  const text = { version: leadConsent.version, words }
  await recordConsent(db, { subject, purpose: leadConsent.purpose, agreed: true, text, locale, requestId }, at)
}

/** Whether a user has agreed to be contacted, by the last that they said about it to the present text; a visitor never has. */
export async function hasLeadConsent(db: Database, userId: number | null): Promise<boolean> {
  if (userId === null) return false
  const { purpose, version } = leadConsent
  const said = await lastSaid(db, { subject: { kind: 'user', id: userId }, purpose, version })
  return said?.agreed ?? false
}

import type * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import { insertLead } from '#domains/lead-records/server/lead-store.ts'
import { recordLeadConsent } from '#domains/leads/server/lead-consent.ts'
import { claimLeadFiles } from '#domains/leads/server/lead-files.ts'
import { notifyRetailer } from '#domains/leads/server/notify-retailer.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import type { Files } from '#outside/files/files.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { ElectricityContact, GasContact } from '../api.ts'

export type Contact = z.output<typeof ElectricityContact> | z.output<typeof GasContact>

type SaveContactDeps = { db: Database; files: Files; retailer: Pick<Settings, 'organization'> }
type ContactContext = {
  energy: 'electricity' | 'gas'
  visitorHash: string
  userId: number | null
  /** The text beside the box that was ticked. */
  consentText: string
  locale: Locale
  requestId: string
  now: Date
}

/**
 * Saves a contact request with what was compared and the invoice, within a transaction. @returns the code of a field
 * error if the invoice is not available; the transaction must then be rolled back.
 */
export async function saveContact(
  { db, files, retailer }: SaveContactDeps,
  { invoice, comparison, mode, cups, consent: _, ...contact }: Contact,
  { energy, visitorHash, userId, consentText, locale, requestId, now }: ContactContext,
): Promise<{ invoice: string } | undefined> {
  const known = parseCups(cups ?? comparison?.cups ?? '')
  const kind = energy === 'gas' ? 'gas_comparison' : 'electricity_comparison'
  const leadId = await insertLead(
    db,
    { kind, visitorHash, userId, locale, now },
    {
      name: [contact.name, contact.surname1, contact.surname2].filter(Boolean).join(' '),
      email: contact.email,
      phone: contact.telephone,
      cups20: known && cups20(known),
      state: 'sent',
      steps: JSON.stringify({ contact, mode: mode ?? 'auto', ...(comparison ? { comparison } : {}) }),
    },
  )
  const sent = invoice ? [invoice] : []
  const claimed = await claimLeadFiles({ db, files }, { leadId, purpose: 'invoice', sent, userId, now })
  if (typeof claimed === 'string') return { invoice: claimed }
  await recordLeadConsent(db, { userId, email: contact.email, words: consentText, locale, requestId }, now)
  await notifyRetailer(db, retailer, { leadId, kind, now })
  return undefined
}

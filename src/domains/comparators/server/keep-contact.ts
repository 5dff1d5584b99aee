import type * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import { recordLeadConsent } from '#domains/leads/server/lead-consent.ts'
import { takeLeadFiles } from '#domains/leads/server/lead-files.ts'
import { addLead } from '#domains/leads/server/lead-store.ts'
import { tellRetailer } from '#domains/leads/server/tell-retailer.ts'
import type { Settings } from '#domains/operator/settings.ts'
import type { Locale } from '#kit/locale.ts'
import type { Files } from '#outside/files/files.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import type { ElectricityContact, GasContact } from '../api.ts'

export type Contact = z.output<typeof ElectricityContact> | z.output<typeof GasContact>

type Needs = { db: Database; files: Files; retailer: Pick<Settings, 'organization'> }
type Sent = {
  energy: 'electricity' | 'gas'
  visitorHash: string
  userId: number | null
  /** The words beside the box that was ticked. */
  consentWords: string
  locale: Locale
  requestId: string
  now: Date
}

/**
 * Keeps who would like to be called, with what was compared and the invoice, inside a transaction. @returns the code of a
 * field error where the invoice is not to be had, and then the transaction must not hold.
 */
export async function keepContact(
  { db, files, retailer }: Needs,
  { invoice, comparison, mode, cups, consent: _, ...contact }: Contact,
  { energy, visitorHash, userId, consentWords, locale, requestId, now }: Sent,
): Promise<{ invoice: string } | undefined> {
  const known = parseCups(cups ?? comparison?.cups ?? '')
  const kind = energy === 'gas' ? 'gas_comparison' : 'electricity_comparison'
  const leadId = await addLead(
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
  const taken = await takeLeadFiles({ db, files }, { leadId, purpose: 'invoice', sent, userId, now })
  if (typeof taken === 'string') return { invoice: taken }
  await recordLeadConsent(db, { userId, email: contact.email, words: consentWords, locale, requestId }, now)
  await tellRetailer(db, retailer, { leadId, kind, now })
  return undefined
}

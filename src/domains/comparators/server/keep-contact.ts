import type * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import { recordLeadConsent } from '#domains/leads/server/lead-consent.ts'
import { addLead } from '#domains/leads/server/lead-store.ts'
import { takeFiles } from '#domains/uploads/server/take-files.ts'
import type { Locale } from '#kit/locale.ts'
import type { Files } from '#outside/files/files.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import type { ElectricityContact, GasContact } from '../api.ts'

export type Contact = z.output<typeof ElectricityContact> | z.output<typeof GasContact>

type Needs = { db: Database; files: Files }
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
  { db, files }: Needs,
  { invoice, comparison, mode, cups, consent: _, ...contact }: Contact,
  { energy, visitorHash, userId, consentWords, locale, requestId, now }: Sent,
): Promise<{ invoice: string } | undefined> {
  const known = parseCups(cups ?? comparison?.cups ?? '')
  const leadId = await addLead(
    db,
    { kind: energy === 'gas' ? 'gas_comparison' : 'electricity_comparison', visitorHash, userId, locale, now },
    {
      name: [contact.name, contact.surname1, contact.surname2].filter(Boolean).join(' '),
      email: contact.email,
      phone: parsePhone(contact.telephone),
      cups20: known && cups20(known),
      state: 'sent',
      steps: JSON.stringify({ contact, mode: mode ?? 'auto', ...(comparison ? { comparison } : {}) }),
    },
  )
  const uploadIds = await takeFiles({ db, files }, { sent: invoice ? [invoice] : [], maker: { userId }, now })
  if (typeof uploadIds === 'string') return { invoice: uploadIds }
  for (const upload_id of uploadIds)
    await db.insertInto('lead_file').values({ lead_id: leadId, purpose: 'invoice', upload_id }).execute()
  await recordLeadConsent(db, { userId, email: contact.email, words: consentWords, locale, requestId }, now)
  return undefined
}

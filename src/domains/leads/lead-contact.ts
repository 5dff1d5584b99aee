import * as z from 'zod/mini'
import { SentFile } from '#domains/uploads/api.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { type ContactSlot, contactSlots, leadLimits } from './rules.ts'

const slots = Object.keys(contactSlots) as ContactSlot[]

/** The maximum length of a phone with its prefix, `+34612345678` (specification, point 9). */
const maxPhoneLength = 12

/** A phone number that can be called, in any formatting, normalised to its prefix and digits. */
const LeadPhone = z.string().check(
  z.refine((text) => {
    const phone = parsePhone(text)
    return phone !== null && phone.length <= maxPhoneLength
  }, 'lead_phone_invalid'),
  z.overwrite((text) => parsePhone(text) ?? text),
)

/** The contact details of a visitor who wants to be called, with their API names. */
export const LeadContact = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(leadLimits.name)),
  surname1: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(leadLimits.name)),
  surname2: z.optional(z.string().check(z.trim(), z.maxLength(leadLimits.name))),
  email: z.string().check(z.trim(), z.email('email_invalid')),
  telephone: LeadPhone,
  contactHours: z.array(z.enum(slots)).check(z.minLength(1, 'required')),
  /** Consent to be contacted about this; without it nothing is stored. */
  consent: z.literal(true, 'lead_consent_required'),
  invoice: z.optional(SentFile),
})
export type LeadContact = z.output<typeof LeadContact>

import * as z from 'zod/mini'
import { SentFile } from '#domains/uploads/api.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { type ContactSlot, contactSlots, leadLimits } from './rules.ts'

const slots = Object.keys(contactSlots) as ContactSlot[]

/** The characters of a phone with its prefix, `+34612345678` (specification, point 9). */
const mostPhoneCharacters = 12

/** A phone that can be called, however it is typed, as its prefix and digits. */
const Telephone = z.string().check(
  z.refine((text) => {
    const phone = parsePhone(text)
    return phone !== null && phone.length <= mostPhoneCharacters
  }, 'lead_phone_invalid'),
  z.overwrite((text) => parsePhone(text) ?? text),
)

/** Who left their details so that somebody calls, in the words of the wire. */
export const LeadContact = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(leadLimits.name)),
  surname1: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(leadLimits.name)),
  surname2: z.optional(z.string().check(z.trim(), z.maxLength(leadLimits.name))),
  email: z.string().check(z.trim(), z.email('email_invalid')),
  telephone: Telephone,
  contactHours: z.array(z.enum(slots)).check(z.minLength(1, 'required')),
  /** To be contacted about this; without it nothing is kept. */
  consent: z.literal(true, 'lead_consent_required'),
  invoice: z.optional(SentFile),
})
export type LeadContact = z.output<typeof LeadContact>

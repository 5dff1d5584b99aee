import * as z from 'zod/mini'
import { SentFile } from '#domains/uploads/api.ts'
import { parsePhone } from '#vocabulary/phone.ts'

/** What somebody can be interested in. */
export const leadKinds = [
  'electricity',
  'gas',
  'dual',
  'power',
  'electricity_comparison',
  'gas_comparison',
  'contact',
] as const
export type LeadKind = (typeof leadKinds)[number]

/** When somebody would like to be called: hours of the day, the second not included. */
export const contactSlots = { morning: [9, 13], noon: [13, 15], afternoon: [15, 19], evening: [19, 21] } as const
export type ContactSlot = keyof typeof contactSlots

const slots = Object.keys(contactSlots) as ContactSlot[]

/** How the ledger knows the consent to be contacted; a new text has a new version and is asked for anew. */
export const leadConsent = { purpose: 'lead_contact', version: '2026-11' } as const

/** The longest answers, and how many invoices go with a lead. */
export const leadLimits = { name: 80, email: 254, phone: 20, invoices: 1 } as const

/** Who left their details so that somebody calls, in the words of the wire. */
export const LeadContact = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(leadLimits.name)),
  surname1: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(leadLimits.name)),
  surname2: z.optional(z.string().check(z.trim(), z.maxLength(leadLimits.name))),
  email: z.string().check(z.trim(), z.email('email_invalid')),
  telephone: z.string().check(z.refine((text) => parsePhone(text) !== null, 'lead_phone_invalid')),
  contactHours: z.array(z.enum(slots)).check(z.minLength(1, 'required')),
  /** To be contacted about this; without it nothing is kept. */
  consent: z.literal(true, 'lead_consent_required'),
  invoice: z.optional(SentFile),
})
export type LeadContact = z.output<typeof LeadContact>

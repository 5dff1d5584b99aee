/** The name of the form without script among those that a page may post, and its fields as they are. */
export const plainLeadForm = 'plain-lead'
export const plainLeadFields = [
  'name',
  'surname1',
  'surname2',
  'email',
  'telephone',
  'contactHours',
  'consent',
] as const

/** The time slots for a call: hours of the day, the second excluded. */
export const contactSlots = { morning: [9, 13], noon: [13, 15], afternoon: [15, 19], evening: [19, 21] } as const
export type ContactSlot = keyof typeof contactSlots

/** The ledger key of the consent to contact. A new text has a new version and requires new consent. */
export const leadConsent = { purpose: 'lead_contact', version: '2026-11' } as const

/**
 * The maximum lengths of the answers, of a phone as typed with its spaces, and the maximum number of invoices per lead.
 */
export const leadLimits = { name: 80, email: 254, typedPhone: 20, invoices: 1 } as const

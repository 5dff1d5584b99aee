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

/** How the form without script is known among those that a page may post, and its fields as they stand. */
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

/** When somebody would like to be called: hours of the day, the second not included. */
export const contactSlots = { morning: [9, 13], noon: [13, 15], afternoon: [15, 19], evening: [19, 21] } as const
export type ContactSlot = keyof typeof contactSlots

/** How the ledger knows the consent to be contacted; a new text has a new version and is asked for anew. */
export const leadConsent = { purpose: 'lead_contact', version: '2026-11' } as const

/**
 * The longest answers, a phone as it is typed, with spaces and all, and how many invoices go with a lead.
 */
export const leadLimits = { name: 80, email: 254, typedPhone: 20, invoices: 1 } as const

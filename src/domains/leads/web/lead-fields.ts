import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import { type RefusedField, type RefusedFields, refusedFieldsOf } from '#kit/refused-fields.ts'
import type { ContactSlot } from '../rules.ts'

/** What is typed into the form, as it is stored in the tab. */
export type LeadFormValues = {
  name: string
  surname1: string
  surname2: string
  email: string
  telephone: string
  contactHours: readonly ContactSlot[]
  consent: boolean
  files: readonly SentUpload[]
}

/** The fields in the order of the form. */
export const leadFields = [
  'name',
  'surname1',
  'surname2',
  'email',
  'telephone',
  'contactHours',
  'invoice',
  'consent',
] as const
export type LeadField = (typeof leadFields)[number]
export type LeadProblems = Partial<Record<LeadField, string>>

/** The form for its fields: what is typed, and what is wrong with it. */
export type LeadFormState = {
  /** The subject, which the ids of the fields contain. */
  name: string
  values: LeadFormValues
  problems: LeadProblems
  set: (changed: Partial<LeadFormValues>) => void
}

/** Returns the form without input, but for the email address of the account. */
export function emptyLeadForm(email: string): LeadFormValues {
  return {
    name: '',
    surname1: '',
    surname2: '',
    email,
    telephone: '',
    contactHours: [],
    consent: false,
    files: [],
  }
}

/** Returns the element id of a field's control, which the error summary links to. */
export function leadFieldId(form: string, field: LeadField): string {
  return `lead-${form}-${field}`
}

/** Returns the fields of the form that a refusal names. */
export function refusedLeadFields(thrown: unknown): RefusedFields {
  // The details may be nested: `contact.email`.
  const ofFields = Object.entries(refusedFieldsOf(thrown) ?? {}).flatMap(([path, [first]]) => {
    const field = leadFields.find((each) => path.split('.').includes(each))
    return field && first ? [[field, [first]] as [LeadField, RefusedField[]]] : []
  })
  return Object.fromEntries(ofFields)
}

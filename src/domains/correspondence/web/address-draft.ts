import { compactCadastralReference } from '#vocabulary/cadastral-reference.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { addPhonePrefix } from '#vocabulary/phone.ts'
import { NewAddress } from '../rules.ts'
import type { ContractWithContact } from './contract-with-contact.ts'

/** The fields of the new address form, with their API names. The province follows from the town. */
export const addressDraftFields = [
  'name',
  'tv',
  'nv',
  'pnp',
  'bq',
  'es',
  'pt',
  'pu',
  'dp',
  'poblacio',
  'aclarador',
  'ref_catastral',
  'email',
  'mobile',
] as const
export type AddressDraftField = (typeof addressDraftFields)[number]

/** The draft of a new address. `ine` is the chosen town if the postcode has several. */
export type AddressDraft = Record<Exclude<AddressDraftField, 'poblacio'>, string> & { ine: string }

/** The draft of a location, without recipient and contact data. */
export type LocationDraft = Omit<AddressDraft, 'name' | 'email' | 'mobile'>

/** The location of a postcode: its town and province. */
export type PostcodeLocation = { ine: string; city: string; state: string; province: string }

/** The problem of each field: `required`, `too_long` or a message code. */
export type AddressDraftProblems = Partial<Record<AddressDraftField, string>>

/** Returns an empty draft prefilled with the current recipient and contact data; the location is left to type. */
export function emptyAddressDraft({ name, email, phone }: ContractWithContact['contact']): AddressDraft {
  return {
    ...{ name, tv: 'CL', nv: '', pnp: '', bq: '', es: '', pt: '', pu: '', dp: '', ine: '', aclarador: '' },
    ...{ ref_catastral: '', email: email ?? '', mobile: phone ? formatPhone(addPhonePrefix(phone)) : '' },
  }
}

/** Converts a draft to the request body. */
export function addressBody({ ine: _, ...draft }: AddressDraft, location: PostcodeLocation | null): NewAddress {
  const { ref_catastral, ...trimmed } = Object.fromEntries(
    Object.entries(draft).map(([field, text]) => [field, text.trim()]),
  ) as Omit<AddressDraft, 'ine'>
  const reference = compactCadastralReference(ref_catastral)
  return {
    ...trimmed,
    ...(reference && { ref_catastral: reference }),
    ine: location?.ine ?? '',
    poblacio: location?.city ?? '',
    state: location?.state ?? '',
  }
}

/** Returns the problems with an address that is to be sent, by field. */
export function findDraftProblems(body: NewAddress): AddressDraftProblems {
  const problems: AddressDraftProblems = {}
  for (const { path, code, message } of NewAddress.safeParse(body).error?.issues ?? []) {
    const field = draftFieldOf(String(path[0]))
    problems[field] ??= code === 'too_big' ? 'too_long' : code === 'custom' ? message : 'required'
  }
  return problems
}

/** Returns the form field that edits a member of the body. Town and province share one field. */
export function draftFieldOf(member: string): AddressDraftField {
  return addressDraftFields.find((field) => field === member) ?? 'poblacio'
}

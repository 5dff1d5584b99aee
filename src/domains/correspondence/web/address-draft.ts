import { compactCadastralReference } from '#vocabulary/cadastral-reference.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { withPrefix } from '#vocabulary/phone.ts'
import { NewAddress } from '../rules.ts'
import type { ReachedContract } from './reached-contract.ts'

/** The fields of a new address as they are typed, by their names on the wire. The province follows from the town. */
export const draftFields = [
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
export type DraftField = (typeof draftFields)[number]

/** What was typed. `ine` is the town that was chosen where a postcode has several. */
export type AddressDraft = Record<Exclude<DraftField, 'poblacio'>, string> & { ine: string }

/** What was typed of a place, without for whom it is and how they are reached. */
export type PlaceDraft = Omit<AddressDraft, 'name' | 'email' | 'mobile'>

/** Where a postcode is: the town and its province. */
export type Place = { ine: string; city: string; state: string; province: string }

/** What is wrong with a field: `required`, `too_long`, or the code of a sentence. */
export type DraftProblems = Partial<Record<DraftField, string>>

/** Begins with how whoever receives letters is reached until now; the place is what is new. */
export function emptyDraft({ name, email, phone }: ReachedContract['contact']): AddressDraft {
  return {
    ...{ name, tv: 'CL', nv: '', pnp: '', bq: '', es: '', pt: '', pu: '', dp: '', ine: '', aclarador: '' },
    ...{ ref_catastral: '', email: email ?? '', mobile: phone ? formatPhone(withPrefix(phone)) : '' },
  }
}

/** What is sent of a draft. */
export function bodyOf({ ine: _, ...draft }: AddressDraft, place: Place | null): NewAddress {
  const { ref_catastral, ...typed } = Object.fromEntries(
    Object.entries(draft).map(([field, text]) => [field, text.trim()]),
  ) as Omit<AddressDraft, 'ine'>
  const reference = compactCadastralReference(ref_catastral)
  return {
    ...typed,
    ...(reference && { ref_catastral: reference }),
    ine: place?.ine ?? '',
    poblacio: place?.city ?? '',
    state: place?.state ?? '',
  }
}

/** What is wrong with an address that is to be sent, by field. */
export function problemsOf(body: NewAddress): DraftProblems {
  const problems: DraftProblems = {}
  for (const { path, code, message } of NewAddress.safeParse(body).error?.issues ?? []) {
    const field = fieldOf(String(path[0]))
    problems[field] ??= code === 'too_big' ? 'too_long' : code === 'custom' ? message : 'required'
  }
  return problems
}

/** The field of the form that a member of the body is typed in: town and province are one. */
export function fieldOf(member: string): DraftField {
  return draftFields.find((field) => field === member) ?? 'poblacio'
}

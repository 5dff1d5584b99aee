import { compactCadastralReference } from '#vocabulary/cadastral-reference.ts'
import { isPostcode } from '#vocabulary/postcode.ts'
import { type FieldProblems, isBlank, lengthProblems, missingProblems, problemIf } from './field-problems.ts'

/** An address of the form, with its API names. */
export type WireAddress = {
  dp?: string | null
  ine?: string | null
  state?: string | null
  poblacio?: string | null
  tv?: string | null
  nv?: string | null
  pnp?: string | null
  bq?: string | null
  es?: string | null
  pt?: string | null
  pu?: string | null
  ref_catastral?: string | null
  aclarador?: string | null
}

/** The maximum lengths of the parts of an address in characters (specification, point 5). */
const maxLengths = { nv: 256, pnp: 9, bq: 4, es: 4, pt: 10, pu: 4, aclarador: 200 } as const

/** Returns the problems of an address, its fields under `prefix` (specification, point 5, contracting: address). */
export function addressProblems(address: WireAddress, prefix: string): FieldProblems {
  const at = (name: string) => `${prefix}.${name}`
  const parts = (['nv', 'pnp', 'bq', 'es', 'pt', 'pu', 'aclarador'] as const).map(
    (name) => [at(name), [address[name], maxLengths[name]] as const] as const,
  )
  const needed = (['dp', 'ine', 'state', 'poblacio', 'tv', 'nv', 'pnp'] as const).map(
    (name) => [at(name), address[name]] as const,
  )
  return {
    ...problemIf(!isBlank(address.dp) && !isPostcode((address.dp ?? '').trim()), at('dp'), 'postcode_invalid'),
    ...lengthProblems(Object.fromEntries(parts)),
    ...missingProblems(Object.fromEntries(needed)),
    ...problemIf(!isCadastralReference(address.ref_catastral), at('ref_catastral'), 'cadastral_reference_invalid'),
  }
}

/**
 * Accepts the 14 characters of a plot or the 20 of a dwelling, without checking the control letters. An empty reference
 * is also valid.
 */
function isCadastralReference(text: string | null | undefined): boolean {
  return isBlank(text) || /^[\dA-ZÑ]{14}([\dA-ZÑ]{6})?$/.test(compactCadastralReference(text ?? ''))
}

import { compactCadastralReference } from '#vocabulary/cadastral-reference.ts'
import { isPostcode } from '#vocabulary/postcode.ts'
import { isBlank, missing, type Problems, problemIf, tooLong } from './asked.ts'

/** An address of the form, by its names on the wire. */
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

/** The most characters of the parts of an address (specification, point 5). */
const longest = { nv: 256, pnp: 9, bq: 4, es: 4, pt: 10, pu: 4, aclarador: 200 } as const

/** What is wrong with an address, its fields under `prefix` (specification, point 5, contracting: address). */
export function addressProblems(address: WireAddress, prefix: string): Problems {
  const at = (name: string) => `${prefix}.${name}`
  const parts = (['nv', 'pnp', 'bq', 'es', 'pt', 'pu', 'aclarador'] as const).map(
    (name) => [at(name), [address[name], longest[name]] as const] as const,
  )
  const needed = (['dp', 'ine', 'state', 'poblacio', 'tv', 'nv', 'pnp'] as const).map(
    (name) => [at(name), address[name]] as const,
  )
  return {
    ...problemIf(!isBlank(address.dp) && !isPostcode((address.dp ?? '').trim()), at('dp'), 'postcode_invalid'),
    ...tooLong(Object.fromEntries(parts)),
    ...missing(Object.fromEntries(needed)),
    ...problemIf(!isCadastralReference(address.ref_catastral), at('ref_catastral'), 'cadastral_reference_invalid'),
  }
}

/** 14 letters and digits of a plot, or 20 of a dwelling, whose control letters nobody holds a newcomer to; nothing is right too. */
function isCadastralReference(text: string | null | undefined): boolean {
  return isBlank(text) || /^[\dA-ZÑ]{14}([\dA-ZÑ]{6})?$/.test(compactCadastralReference(text ?? ''))
}

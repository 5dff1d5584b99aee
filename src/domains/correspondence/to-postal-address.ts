import type { PostalAddress } from '#vocabulary/postal-address.ts'
import type { NewAddress } from './rules.ts'

type AddressInput = Pick<NewAddress, 'tv' | 'nv' | 'pnp' | 'bq' | 'es' | 'pt' | 'pu' | 'aclarador' | 'dp'>

/** Converts a typed address in the named town to its parts. */
export function toPostalAddress(input: AddressInput, city: string): PostalAddress {
  return {
    streetType: input.tv,
    street: input.nv,
    number: input.pnp,
    block: input.bq || null,
    stairs: input.es || null,
    floor: input.pt || null,
    door: input.pu || null,
    hint: input.aclarador || null,
    postcode: input.dp,
    city,
  }
}

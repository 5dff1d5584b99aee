import type { PostalAddress } from '#vocabulary/postal-address.ts'
import type { NewAddress } from './rules.ts'

type Typed = Pick<NewAddress, 'tv' | 'nv' | 'pnp' | 'bq' | 'es' | 'pt' | 'pu' | 'aclarador' | 'dp'>

/** The parts of an address that was typed, in a town by its name. */
export function partsOf(typed: Typed, city: string): PostalAddress {
  return {
    streetType: typed.tv,
    street: typed.nv,
    number: typed.pnp,
    block: typed.bq || null,
    stairs: typed.es || null,
    floor: typed.pt || null,
    door: typed.pu || null,
    hint: typed.aclarador || null,
    postcode: typed.dp,
    city,
  }
}

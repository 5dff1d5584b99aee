import type { Locale } from '#kit/locale.ts'
import { compactCadastralReference } from '#vocabulary/cadastral-reference.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { fullAddressOf } from '#vocabulary/postal-address.ts'
import type { NewAddress } from '../rules.ts'
import type { AddressParts } from './store.ts'

/** What was typed, as it is kept: with its line for envelopes, and its town by the name that is known of it. */
export function addressOf(typed: NewAddress, { city, locale }: { city: string; locale: Locale }): AddressParts {
  const parts = {
    street_type: typed.tv,
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
  return {
    ...parts,
    name: typed.name,
    full_address: fullAddressOf({ ...parts, streetType: parts.street_type }, locale),
    municipality_code: typed.ine,
    province_code: typed.state,
    cadastral_reference: compactCadastralReference(typed.ref_catastral ?? '') || null,
    email: typed.email,
    phone: parsePhone(typed.mobile),
  }
}

import type { Locale } from '#kit/locale.ts'
import { compactCadastralReference } from '#vocabulary/cadastral-reference.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { fullAddressOf } from '#vocabulary/postal-address.ts'
import type { NewAddress } from '../rules.ts'
import { partsOf } from '../typed-address.ts'
import type { AddressParts } from './store.ts'

/** What was typed, as it is kept: with its line for envelopes, and its town by the name that is known of it. */
export function addressOf(typed: NewAddress, { city, locale }: { city: string; locale: Locale }): AddressParts {
  const address = partsOf(typed, city)
  const { streetType, ...parts } = address
  return {
    ...parts,
    street_type: streetType,
    name: typed.name,
    full_address: fullAddressOf(address, locale),
    municipality_code: typed.ine,
    province_code: typed.state,
    cadastral_reference: compactCadastralReference(typed.ref_catastral ?? '') || null,
    email: typed.email,
    phone: parsePhone(typed.mobile),
  }
}

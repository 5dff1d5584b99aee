import { compactCadastralReference } from '#vocabulary/cadastral-reference.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { fullAddressOf } from '#vocabulary/postal-address.ts'
import type { NewAddress } from '../rules.ts'
import { toPostalAddress } from '../to-postal-address.ts'
import type { AddressParts } from './address-store.ts'

/** Converts a typed address to the stored form, with its full line for envelopes and the known name of its town. */
export function toAddressParts(input: NewAddress, { city, locale }: { city: string; locale: Locale }): AddressParts {
  const address = toPostalAddress(input, city)
  const { streetType, ...parts } = address
  return {
    ...parts,
    street_type: streetType,
    name: input.name,
    full_address: fullAddressOf(address, locale),
    municipality_code: input.ine,
    province_code: input.state,
    cadastral_reference: compactCadastralReference(input.ref_catastral ?? '') || null,
    email: input.email,
    phone: parsePhone(input.mobile),
  }
}

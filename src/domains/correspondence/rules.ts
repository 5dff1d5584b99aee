import * as z from 'zod/mini'
import { compactCadastralReference, isWholeCadastralReference } from '#vocabulary/cadastral-reference.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { isPostcode } from '#vocabulary/postcode.ts'
import { provinceOf } from '#vocabulary/provinces.ts'
import { streetTypeNameOf } from '#vocabulary/street-types.ts'
import { maxAddressLengths } from './address-lengths.ts'

/** The ways in which invoices are delivered. */
export const deliveries = ['email', 'postal'] as const
export type Delivery = (typeof deliveries)[number]

/** The contact fields, apart from the postal address, that can be changed one at a time. */
export const contactFields = ['email', 'phone'] as const
export type ContactField = (typeof contactFields)[number]

const maxEmailLength = 254
const maxPhoneLength = 30

/** An e-mail address as typed. */
export const Email = z.string().check(
  z.trim(),
  z.minLength(1, 'required'),
  z.maxLength(maxEmailLength),
  z.refine((text) => text === '' || z.email().safeParse(text).success, 'email_invalid'),
)

/** A telephone number as typed. A number without a prefix is a Spanish one. */
export const Phone = z.string().check(
  z.trim(),
  z.minLength(1, 'required'),
  z.maxLength(maxPhoneLength),
  z.refine((text) => text === '' || parsePhone(text) !== null, 'phone_invalid'),
)

function requiredText(maxLength: number) {
  return z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxLength))
}

function optionalText(maxLength: number) {
  return z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(maxLength))))
}

/** A new address as typed, with its API field names. The server checks that its town and province exist. */
export const NewAddress = z.strictObject({
  name: requiredText(maxAddressLengths.name),
  dp: z.string().check(
    z.trim(),
    z.minLength(1, 'required'),
    z.refine((text) => text === '' || isPostcode(text), 'postcode_invalid'),
  ),
  ine: requiredText(10),
  state: requiredText(10),
  poblacio: requiredText(100),
  tv: requiredText(10),
  nv: requiredText(maxAddressLengths.street),
  pnp: requiredText(maxAddressLengths.number),
  bq: optionalText(maxAddressLengths.block),
  es: optionalText(maxAddressLengths.stairs),
  pt: optionalText(maxAddressLengths.floor),
  pu: optionalText(maxAddressLengths.door),
  ref_catastral: z.optional(
    z.nullable(
      z.string().check(
        z.maxLength(40),
        z.refine(
          (text) => text.trim() === '' || isWholeCadastralReference(compactCadastralReference(text)),
          'cadastral_reference_invalid',
        ),
      ),
    ),
  ),
  aclarador: optionalText(maxAddressLengths.hint),
  mobile: Phone,
  email: Email,
})
export type NewAddress = z.output<typeof NewAddress>

type AddressCodes = Pick<NewAddress, 'dp' | 'ine' | 'state' | 'tv'>

/** Returns the problems with the codes of an address, by field. `towns` are the known towns of its postcode. */
export function findAddressCodeProblems(
  { ine, state, tv }: AddressCodes,
  towns: readonly { ine: string }[],
): Partial<Record<keyof AddressCodes, string>> {
  const province = /^\d{5}$/.test(ine) ? provinceOf(ine) : null
  const isElsewhere = towns.length > 0 && !towns.some((town) => town.ine === ine)
  return {
    ...(province ? {} : { ine: 'invalid_value' }),
    ...(province && isElsewhere ? { dp: 'town_not_of_postcode' } : {}),
    ...(province && province.code !== state ? { state: 'province_not_of_town' } : {}),
    ...(streetTypeNameOf(tv, 'es') === null ? { tv: 'invalid_value' } : {}),
  }
}

/** Returns the message code of the reason why invoices cannot be delivered in this way, or null if they can. */
export function findDeliveryProblem(delivery: Delivery, { email }: { email: string | null }): 'email_missing' | null {
  return delivery === 'email' && email === null ? 'email_missing' : null
}

import * as z from 'zod/mini'
import { compactCadastralReference, isWholeCadastralReference } from '#vocabulary/cadastral-reference.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { isPostcode } from '#vocabulary/postcode.ts'
import { provinceOf } from '#vocabulary/provinces.ts'
import { streetTypeName } from '#vocabulary/street-types.ts'
import { longest } from './address-lengths.ts'

/** How invoices arrive. */
export const deliveries = ['email', 'postal'] as const
export type Delivery = (typeof deliveries)[number]

/** How somebody is reached besides by letter, and may change by itself. */
export const contactFields = ['email', 'phone'] as const
export type ContactField = (typeof contactFields)[number]

const longestEmail = 254
const longestPhone = 30

/** An address of mail as somebody typed it. */
export const Email = z.string().check(
  z.trim(),
  z.minLength(1, 'required'),
  z.maxLength(longestEmail),
  z.refine((text) => text === '' || z.email().safeParse(text).success, 'email_invalid'),
)

/** A telephone number as somebody typed it; without a prefix it is a Spanish one. */
export const Phone = z.string().check(
  z.trim(),
  z.minLength(1, 'required'),
  z.maxLength(longestPhone),
  z.refine((text) => text === '' || parsePhone(text) !== null, 'phone_invalid'),
)

function needed(mostCharacters: number) {
  return z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(mostCharacters))
}

function perhaps(mostCharacters: number) {
  return z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(mostCharacters))))
}

/** A new address as it is typed, by its names on the wire. Which towns and provinces there are, the server knows. */
export const NewAddress = z.strictObject({
  name: needed(longest.name),
  dp: z.string().check(
    z.trim(),
    z.minLength(1, 'required'),
    z.refine((text) => text === '' || isPostcode(text), 'postcode_invalid'),
  ),
  ine: needed(10),
  state: needed(10),
  poblacio: needed(100),
  tv: needed(10),
  nv: needed(longest.street),
  pnp: needed(longest.number),
  bq: perhaps(longest.block),
  es: perhaps(longest.stairs),
  pt: perhaps(longest.floor),
  pu: perhaps(longest.door),
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
  aclarador: perhaps(longest.hint),
  mobile: Phone,
  email: Email,
})
export type NewAddress = z.output<typeof NewAddress>

type Place = Pick<NewAddress, 'dp' | 'ine' | 'state' | 'tv'>

/** What is wrong with the codes of an address, by field, given the towns that its postcode is known to serve. */
export function placeProblems(
  { ine, state, tv }: Place,
  towns: readonly { ine: string }[],
): Partial<Record<keyof Place, string>> {
  const province = /^\d{5}$/.test(ine) ? provinceOf(ine) : null
  const isElsewhere = towns.length > 0 && !towns.some((town) => town.ine === ine)
  return {
    ...(province ? {} : { ine: 'invalid_value' }),
    ...(province && isElsewhere ? { dp: 'town_not_of_postcode' } : {}),
    ...(province && province.code !== state ? { state: 'province_not_of_town' } : {}),
    ...(streetTypeName(tv, 'es') === null ? { tv: 'invalid_value' } : {}),
  }
}

/** Why invoices cannot arrive in this way, as the code of a sentence; null when they can. */
export function deliveryProblem(delivery: Delivery, { email }: { email: string | null }): 'email_missing' | null {
  return delivery === 'email' && email === null ? 'email_missing' : null
}

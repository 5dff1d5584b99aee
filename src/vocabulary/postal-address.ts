import type { Locale } from '#kit/locale.ts'
import { streetTypeName, streetTypeNames } from './street-types.ts'

/** An address in its parts, as people write them. Parts that it does not have are null. */
export type PostalAddress = {
  /** The code of the kind of street: `CL`. */
  streetType: string
  street: string
  number: string
  block: string | null
  stairs: string | null
  floor: string | null
  door: string | null
  /** What helps to find it: `behind the mill`. */
  hint: string | null
  postcode: string
  city: string
}

/**
 * The address in one line as an envelope has it: `Carrer de Gurb, 41, esc. B, 2n 1a - 08500 Vic`. The kind of street and the
 * ordinals are in the language of whoever wrote it.
 */
export function fullAddressOf(address: PostalAddress, locale: Locale): string {
  const { number, block, stairs, hint, postcode, city } = address
  const place = [
    streetOf(address, locale),
    number,
    block && `bl. ${block}`,
    stairs && `esc. ${stairs}`,
    homeOf(address, locale),
  ]
  return `${place.filter(Boolean).join(', ')}${hint ? ` (${hint})` : ''} - ${postcode} ${city}`
}

/** A street that says itself what it is, is not told so twice. */
function streetOf({ streetType, street }: PostalAddress, locale: Locale): string {
  const saysItself = streetTypeNames(streetType).some((name) => beginsWithWord(street, name))
  const name = streetTypeName(streetType, locale)
  return saysItself || !name ? street : `${name} ${street}`
}

function beginsWithWord(text: string, word: string): boolean {
  return `${text.toLowerCase()} `.startsWith(`${word.toLowerCase()} `)
}

function homeOf({ floor, door }: PostalAddress, locale: Locale): string | null {
  const parts = [floor && ordinal(floor, locale, 'floor'), door && ordinal(door, locale, 'door')]
  return parts.filter(Boolean).join(' ') || null
}

/** A bare number as it is read: 2.º 1.ª, in Catalan 2n 1a. `Bajos`, `B` and `2n` stay as they are. */
function ordinal(part: string, locale: Locale, kind: 'floor' | 'door'): string {
  if (!/^[1-9]\d?$/.test(part)) return part
  if (locale !== 'ca') return `${part}.${kind === 'floor' ? 'º' : 'ª'}`
  return part + (kind === 'door' ? 'a' : (catalanEndings[part] ?? 'è'))
}

const catalanEndings: Record<string, string> = { '1': 'r', '2': 'n', '3': 'r', '4': 't' }

import type { Locale } from './locale.ts'
import { streetTypeNameOf, streetTypeNamesOf } from './street-types.ts'

/** An address in its parts, as people write them. Missing parts are null. */
export type PostalAddress = {
  /** The code of the street type: `CL`. */
  streetType: string
  street: string
  number: string
  block: string | null
  stairs: string | null
  floor: string | null
  door: string | null
  /** A hint for finding it: `behind the mill`. */
  hint: string | null
  postcode: string
  city: string
}

/**
 * Formats the address in one line, as on an envelope: `Carrer de Gurb, 41, esc. B, 2n 1a - 08500 Vic`. Street type and
 * ordinals are in the given language.
 */
export function fullAddressOf(address: PostalAddress, locale: Locale): string {
  const { number, block, stairs, hint, postcode, city } = address
  const parts = [
    streetOf(address, locale),
    number,
    block && `bl. ${block}`,
    stairs && `esc. ${stairs}`,
    homeOf(address, locale),
  ]
  return `${parts.filter(Boolean).join(', ')}${hint ? ` (${hint})` : ''} - ${postcode} ${city}`
}

/** Avoids repeating the street type where the street name already contains it. */
function streetOf({ streetType, street }: PostalAddress, locale: Locale): string {
  const saysItself = streetTypeNamesOf(streetType).some((name) => beginsWithWord(street, name))
  const name = streetTypeNameOf(streetType, locale)
  return saysItself || !name ? street : `${name} ${street}`
}

function beginsWithWord(text: string, word: string): boolean {
  return `${text.toLowerCase()} `.startsWith(`${word.toLowerCase()} `)
}

function homeOf({ floor, door }: PostalAddress, locale: Locale): string | null {
  const parts = [floor && ordinal(floor, locale, 'floor'), door && ordinal(door, locale, 'door')]
  return parts.filter(Boolean).join(' ') || null
}

/** Formats a bare number as an ordinal: 2.º 1.ª, in Catalan 2n 1a. `Bajos`, `B` and `2n` stay unchanged. */
function ordinal(part: string, locale: Locale, kind: 'floor' | 'door'): string {
  if (!/^[1-9]\d?$/.test(part)) return part
  if (locale !== 'ca') return `${part}.${kind === 'floor' ? 'º' : 'ª'}`
  return part + (kind === 'door' ? 'a' : (catalanEndings[part] ?? 'è'))
}

const catalanEndings: Record<string, string> = { '1': 'r', '2': 'n', '3': 'r', '4': 't' }

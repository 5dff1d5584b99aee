import { parsePhoneNumberFromString } from '#phone-metadata'

const country = 'ES'
const fewestCharacters = 4
const nationalDigits = 9

/**
 * The telephone number in a text that a person wrote, as `+34612345678`; null when it is none. Without a prefix it is a
 * Spanish one. A server knows the ranges that are given out, a browser only how long numbers are.
 */
export function parsePhone(text: string): string | null {
  if (text.trim().length < fewestCharacters) return null
  const number = parsePhoneNumberFromString(text, country)
  return number?.isValid() ? number.number : null
}

/** The parts in which the market takes a number: its last nine digits, and the rest as the prefix. */
export function phoneParts(phone: string): { prefix: string; national: string } {
  const compact = phone.replace(/\s/g, '')
  return { prefix: compact.slice(0, -nationalDigits), national: compact.slice(-nationalDigits) }
}

/** A stored number with its prefix: the Spanish one where it has none. */
export function withPrefix(phone: string): string {
  return phone.startsWith('+') ? phone : `+34${phone}`
}

/** Whether a Spanish number, with its prefix, is that of a mobile, which takes text messages. */
export function isMobilePhone(phone: string): boolean {
  return /^\+34[67]/.test(phone)
}

import { parsePhoneNumberFromString } from '#phone-metadata'

const country = 'ES'
const minCharacters = 4
const nationalDigits = 9

/**
 * Parses a phone number from user input as `+34612345678`; null when it is invalid. Without a prefix it is Spanish. A
 * server checks the assigned ranges, a browser only the length of numbers.
 */
export function parsePhone(text: string): string | null {
  if (text.trim().length < minCharacters) return null
  const number = parsePhoneNumberFromString(text, country)
  return number?.isValid() ? number.number : null
}

/** Splits a phone number into the parts that the market uses: its last nine digits, and the rest as the prefix. */
export function splitPhone(phone: string): { prefix: string; national: string } {
  const compact = phone.replace(/\s/g, '')
  return { prefix: compact.slice(0, -nationalDigits), national: compact.slice(-nationalDigits) }
}

/** Returns a stored number with its prefix: the Spanish one where it has none. */
export function addPhonePrefix(phone: string): string {
  return phone.startsWith('+') ? phone : `+34${phone}`
}

/** Checks whether a number with its prefix is a Spanish mobile number, which can receive text messages. */
export function isMobilePhone(phone: string): boolean {
  return /^\+34[67]/.test(phone)
}

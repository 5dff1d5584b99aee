import { isValidBIC, isValidIBAN } from 'ibantools'
import { compactIdentifier } from './identifier.ts'

/**
 * Parses an IBAN from user input, in capitals without separators; null when it is invalid. In a Spanish account the two
 * inner control digits are checked as well, although the outer check may pass without them: no bank issues such an
 * account, and a direct debit on it would be returned.
 */
export function parseIban(text: string): string | null {
  const iban = compactIdentifier(text)
  return isValidIBAN(iban) ? iban : null
}

/** Checks whether a text has the format of a BIC: eight or eleven capitals and digits (ISO 9362). */
export function isBic(text: string): boolean {
  return isValidBIC(text)
}

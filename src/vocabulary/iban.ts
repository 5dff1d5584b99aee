import { isValidBIC, isValidIBAN } from 'ibantools'
import { compactIdentifier } from './identifier.ts'

/**
 * The IBAN in a text that a person wrote, in capitals without separators; null when it is wrong. Of a Spanish account the
 * two control digits inside are checked as well, although the outer check may pass without them: no bank ever gave out
 * such an account, and a direct debit on it would come back.
 */
export function parseIban(text: string): string | null {
  const iban = compactIdentifier(text)
  return isValidIBAN(iban) ? iban : null
}

/** Whether it is the code of a bank as it is written: eight or eleven capitals and digits (ISO 9362). */
export function isBic(text: string): boolean {
  return isValidBIC(text)
}

/** The IBAN in the groups of four in which it is read. */
export function ibanGroups(iban: string): string[] {
  return iban.match(/.{1,4}/g)!
}

/** The IBAN as it is shown where it only has to be recognised: `ES94 •••• 3157`. One that is masked stays as it is. */
export function maskedIban(iban: string): string {
  return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`
}

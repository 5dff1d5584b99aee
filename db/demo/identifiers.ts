/* Identifiers that are valid and belong to nobody: tax ids from number ranges that have not been issued yet,
   accounts at a bank that does not exist. */

/** Returns the NIF of a person with this eight-digit number. */
export function nifOf(number: number): string {
  return `${number}${'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(number % 23)}`
}

/**
 * Returns the CIF of a limited company (B) or cooperative (F) with these seven digits, the first two of which are its
 * province.
 */
export function cifOf(kind: 'B' | 'F', digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + weightedDigit(Number(digit), index), 0)
  return `${kind}${digits}${(10 - (sum % 10)) % 10}`
}

/** Returns the Spanish IBAN of this ten-digit account number at the bank 9999, which does not exist. */
export function ibanOf(account: number): string {
  const bankAndBranch = '99990001'
  const digits = String(account).padStart(10, '0')
  const inner = `${bankAndBranch}${controlOf(`00${bankAndBranch}`)}${controlOf(digits)}${digits}`
  // ES and two zeros after the account number, letters as numbers from A = 10 (ISO 13616).
  const remainder = Number(BigInt(`${inner}142800`) % 97n)
  return `ES${String(98 - remainder).padStart(2, '0')}${inner}`
}

/** Doubles digits in odd positions, counted from 1, and sums the digits of the result. */
function weightedDigit(digit: number, index: number): number {
  if (index % 2 === 1) return digit
  return digit * 2 > 9 ? digit * 2 - 9 : digit * 2
}

/** Returns one of the two control digits of a Spanish account number, over ten digits. */
function controlOf(digits: string): number {
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  const control = 11 - (sum % 11)
  return control === 11 ? 0 : control === 10 ? 1 : control
}

/*
 * Identifiers that are valid and nobody's: tax ids from numbers that are not given out yet, accounts of a bank that does not
 * exist.
 */

/** The NIF of a person with this number of eight digits. */
export function nifOf(number: number): string {
  return `${number}${'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(number % 23)}`
}

/** The CIF of a company (B, limited) or cooperative (F) with these seven digits, the first two of its province. */
export function cifOf(kind: 'B' | 'F', digits: string): string {
  const sum = [...digits].reduce((total, digit, place) => total + weighed(Number(digit), place), 0)
  return `${kind}${digits}${(10 - (sum % 10)) % 10}`
}

/** The Spanish IBAN of this account of ten digits at the bank 9999, which does not exist. */
export function ibanOf(account: number): string {
  const bankAndBranch = '99990001'
  const digits = String(account).padStart(10, '0')
  const inner = `${bankAndBranch}${controlOf(`00${bankAndBranch}`)}${controlOf(digits)}${digits}`
  // ES and two zeros behind the account, letters as numbers from A = 10 (ISO 13616).
  const remainder = Number(BigInt(`${inner}142800`) % 97n)
  return `ES${String(98 - remainder).padStart(2, '0')}${inner}`
}

/** Digits in odd places, counted from 1, are doubled and their own digits added. */
function weighed(digit: number, place: number): number {
  if (place % 2 === 1) return digit
  return digit * 2 > 9 ? digit * 2 - 9 : digit * 2
}

/** One of the two control digits of a Spanish account, over ten digits. */
function controlOf(digits: string): number {
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0)
  const control = 11 - (sum % 11)
  return control === 11 ? 0 : control === 10 ? 1 : control
}

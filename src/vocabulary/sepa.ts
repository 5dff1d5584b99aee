import { compactIdentifier } from './identifier.ts'

const maxReferenceLength = 35

/**
 * Builds the SEPA creditor identifier of a Spanish creditor: country, two check digits (ISO 7064, mod 97-10, over tax
 * id, country and `00`), a suffix by which the creditor distinguishes its businesses, and the tax id (AEF,
 * Identificador del acreedor). The check digits do not depend on the suffix.
 */
export function buildSepaCreditorId(taxId: string, suffix: string): string {
  const compact = compactIdentifier(taxId)
  const check = 98 - remainderOf97(`${compact}ES00`)
  return `ES${String(check).padStart(2, '0')}${suffix}${compact}`
}

/**
 * Builds a mandate reference that is unique for the creditor, from the contract and the instant, within the characters
 * and the length of 35 that banks accept.
 */
export function buildMandateReference(contractName: string, at: Date): string {
  const instant = at.toISOString().replace(/[-:T]|\..*$/g, '')
  const room = maxReferenceLength - instant.length - 1
  const name = contractName.replace(/[^A-Za-z0-9]+/g, '-').slice(0, room)
  return `${name.replace(/^-|-$/g, '')}-${instant}`
}

/** Returns a text modulo 97, with its letters read as 10 to 35. */
function remainderOf97(text: string): number {
  let remainder = 0
  for (const character of text)
    for (const digit of String(Number.parseInt(character, 36))) remainder = (remainder * 10 + Number(digit)) % 97
  return remainder
}

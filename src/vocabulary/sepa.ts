import { compactIdentifier } from './identifier.ts'

const longestReference = 35

/**
 * The identifier by which banks know a Spanish creditor: country, two check digits (ISO 7064, mod 97-10, over tax id,
 * country and `00`), a suffix by which the creditor tells its businesses apart, and the tax id (AEF, Identificador del
 * acreedor). The check digits do not depend on the suffix.
 */
export function sepaCreditorId(taxId: string, suffix: string): string {
  const compact = compactIdentifier(taxId)
  const check = 98 - remainderOf97(`${compact}ES00`)
  return `ES${String(check).padStart(2, '0')}${suffix}${compact}`
}

/**
 * A reference of a mandate that no other of the same creditor has: of the contract and the instant, in the letters and the
 * 35 characters that banks take.
 */
export function mandateReference(contractName: string, at: Date): string {
  const instant = at.toISOString().replace(/[-:T]|\..*$/g, '')
  const room = longestReference - instant.length - 1
  const name = contractName.replace(/[^A-Za-z0-9]+/g, '-').slice(0, room)
  return `${name.replace(/^-|-$/g, '')}-${instant}`
}

/** What is left of a text divided by 97, its letters read as 10 to 35. */
function remainderOf97(text: string): number {
  let remainder = 0
  for (const character of text)
    for (const digit of String(Number.parseInt(character, 36))) remainder = (remainder * 10 + Number(digit)) % 97
  return remainder
}

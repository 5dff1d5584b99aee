import { type Cents, decimalFromCents } from './money.ts'

/** A transfer as a bank's app fills it in from a code. */
export type CodedTransfer = {
  beneficiary: string
  iban: string
  /** Empty where it is not known: within the SEPA area the account is enough. */
  bic: string
  amountCents: Cents
  concept: string
}

/** The most characters that the guidelines allow of whom the money is for, and of what for. */
export const mostOfBeneficiary = 70
export const mostOfConcept = 140

// The amount may be from one cent to this many.
const mostCents = 99_999_999_999
const mostBytes = 331

/**
 * What the QR code of a transfer says (European Payments Council, EPC069-12, version 002: one element per line, in UTF-8, empty
 * ones at the end left out). Null where the guidelines allow no code: without account, beneficiary or amount, or with too much
 * of one.
 */
export function transferCode({ beneficiary, iban, bic, amountCents, concept }: CodedTransfer): string | null {
  const [name, text] = [oneLine(beneficiary), oneLine(concept)]
  const isWithinLengths = name.length <= mostOfBeneficiary && text.length <= mostOfConcept
  if (!iban || !name || !isWithinLengths) return null
  if (amountCents < 1 || amountCents > mostCents) return null
  const head = ['BCD', '002', '1', 'SCT', bic, name, iban, `EUR${decimalFromCents(amountCents)}`]
  // Neither a purpose nor a structured reference goes before the concept.
  const code = [...head, ...(text ? ['', '', text] : [])].join('\n')
  return new TextEncoder().encode(code).length > mostBytes ? null : code
}

// A line of its own would be another element.
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}

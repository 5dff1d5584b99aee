import { type Cents, decimalFromCents } from './money.ts'

/** A bank transfer, as a bank's app reads it from a QR code. */
export type TransferDetails = {
  beneficiary: string
  iban: string
  /** Empty where it is not known: within the SEPA area the account is enough. */
  bic: string
  amountCents: Cents
  concept: string
}

/** The maximum numbers of characters that the guidelines allow for beneficiary and concept. */
export const maxBeneficiaryLength = 70
export const maxConceptLength = 140

// The amount must be from one cent to this many.
const maxCents = 99_999_999_999
const maxBytes = 331

/**
 * Builds the content of the QR code of a transfer (European Payments Council, EPC069-12, version 002: one element per
 * line, in UTF-8, without trailing empty ones). Returns null where the guidelines allow no code: without account,
 * beneficiary or amount, or where one is too long or too large.
 */
export function buildTransferCode({ beneficiary, iban, bic, amountCents, concept }: TransferDetails): string | null {
  const [name, text] = [toSingleLine(beneficiary), toSingleLine(concept)]
  const isWithinLengths = name.length <= maxBeneficiaryLength && text.length <= maxConceptLength
  if (!iban || !name || !isWithinLengths) return null
  if (amountCents < 1 || amountCents > maxCents) return null
  const head = ['BCD', '002', '1', 'SCT', bic, name, iban, `EUR${decimalFromCents(amountCents)}`]
  // Purpose and structured reference, which precede the concept, stay empty.
  const code = [...head, ...(text ? ['', '', text] : [])].join('\n')
  return new TextEncoder().encode(code).length > maxBytes ? null : code
}

// A line break would begin another element.
function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}

import { tidyCups } from '#vocabulary/cups.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'

export const longestSearch = 120
/** No search counts further: whoever gets so many types more. */
export const mostFound = 500

/** What somebody may have meant by what they typed. */
export type Search = {
  /** Beginnings of words, without accents. */
  words: string[]
  email: string | null
  taxId: string | null
  /** The beginning of one. */
  cups: string | null
  /** A contract's name as it is written, or an invoice's number. */
  identifier: string
}

/** Reads what an operator types into the one box that finds customers. */
export function readSearch(typed: string): Search {
  const tidy = typed.trim().replace(/\s+/g, ' ')
  const packed = tidy.replace(/[\s.-]/g, '').toUpperCase()
  const words = withoutAccents(tidy.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? []
  return {
    words,
    email: tidy.includes('@') ? tidy.toLowerCase() : null,
    taxId: parseTaxId(tidy)?.taxId ?? null,
    cups: /^ES\d{4}/.test(tidyCups(packed)) ? tidyCups(packed) : null,
    identifier: tidy.toUpperCase(),
  }
}

/** Letters of the languages of Spain without their marks, as the index of names has them. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('·', ' ')
}

/** By which document an operator knows that a tax id belongs to whom it was claimed by. */
export const claimDocuments = ['identity_document', 'company_powers'] as const
export type ClaimDocument = (typeof claimDocuments)[number]

import { normalizeCups } from '#vocabulary/cups.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'

export const maxSearchLength = 120
/** Results are not counted beyond this; a longer query narrows them. */
export const maxSearchResults = 500

/** The possible meanings of a search text. */
export type CustomerSearch = {
  /** Word prefixes, without accents. */
  terms: string[]
  email: string | null
  taxId: string | null
  /** A CUPS or the beginning of one. */
  cups: string | null
  /** A contract name as written, or an invoice number. */
  identifier: string
}

/** Parses the text of the customer search box. */
export function parseSearch(text: string): CustomerSearch {
  const trimmed = text.trim().replace(/\s+/g, ' ')
  const compact = trimmed.replace(/[\s.-]/g, '').toUpperCase()
  const searchTerms = removeAccents(trimmed.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? []
  return {
    terms: searchTerms,
    email: trimmed.includes('@') ? trimmed.toLowerCase() : null,
    taxId: parseTaxId(trimmed)?.taxId ?? null,
    cups: /^ES\d{4}/.test(normalizeCups(compact)) ? normalizeCups(compact) : null,
    identifier: trimmed.toUpperCase(),
  }
}

/** Removes the accents used in the languages of Spain, in the same way as the index of names. */
function removeAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('·', ' ')
}

/** The documents by which an operator verifies that a claimed tax id belongs to the claimant. */
export const claimDocuments = ['identity_document', 'company_powers'] as const
export type ClaimDocument = (typeof claimDocuments)[number]

/**
 * Checks whether every word of the query occurs in the text, ignoring case and accents. An empty query matches any
 * text.
 */
export function matchesSearch(text: string, query: string): boolean {
  return searchTermsIn(query).every((term) => normalizeText(text).includes(term))
}

/** Returns the words of a query in lower case and without accents. */
export function searchTermsIn(query: string): string[] {
  return normalizeText(query)
    .split(/\s+/)
    .filter((term) => term !== '')
}

function normalizeText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

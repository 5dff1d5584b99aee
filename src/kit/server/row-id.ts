/**
 * Checks whether a text from a URL can be the id of a row. It is compared as a number: as text, no index would find it.
 */
export function isRowId(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text)
}

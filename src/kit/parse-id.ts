/** Returns the id of a row that a text in decimal is, such as a part of an address; undefined for any other text. */
export function parseId(text: string | undefined): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}

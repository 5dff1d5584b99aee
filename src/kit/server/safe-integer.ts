/** Parses an integer of up to eight bytes. @throws RangeError if a number would not represent it exactly. */
export function parseSafeInteger(text: string): number {
  const integer = Number(text)
  if (!Number.isSafeInteger(integer)) throw new RangeError(`Too large for a number: ${text}`)
  return integer
}

/** Checks whether a text is a Spanish postcode: five digits, of which the first two are the province. */
export function isPostcode(text: string): boolean {
  return /^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/.test(text)
}

/** Returns a postcode from a figure, whose leading zero may be missing; undefined if it is none. */
export function parsePostcode(text: string | undefined): string | undefined {
  const five = (text ?? '').padStart(5, '0')
  return text && isPostcode(five) ? five : undefined
}

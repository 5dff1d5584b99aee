import { compactIdentifier } from './identifier.ts'

/**
 * The code of a supply point (CUPS): ES, four digits of the distributor, twelve of its own, two check letters, and
 * sometimes two more characters for a measuring point or border. Capitals, without separators: `ES1234000000000001JN0F`.
 */
export type Cups = string

/**
 * The CUPS in a text that a person or a file wrote: spaces, dots, dashes, small letters and the letter O for a zero are
 * forgiven. Null when it has not 20 or 22 characters, or when its check letters are wrong.
 */
export function parseCups(text: string): Cups | null {
  const match = /^ES([\dO]{16})([A-Z]{2})(?:([\dO])([FPRCXYZ]))?$/.exec(compactIdentifier(text))
  if (!match) return null
  const [, number, letters, pointNumber = '', pointKind = ''] = match
  const digits = withZeros(number!)
  return checkLettersOf(digits) === letters ? `ES${digits}${letters}${withZeros(pointNumber)}${pointKind}` : null
}

/** A CUPS while it is typed: without spaces, in capitals, and with zeros for the letter O, which no CUPS has. */
export function tidyCups(typed: string): string {
  return withZeros(typed.replace(/\s/g, '').toUpperCase())
}

/** The CUPS in the groups in which it is read: ES 0021 0000 0000 0000 AB 0F. */
export function cupsGroups(cups: Cups): string[] {
  return cups.match(/^ES|\d{4}|[A-Z]{2}|../g)!
}

/** What names the supply point: the CUPS without the two characters of a measuring point or border, which files may leave out. */
export function cups20(cups: Cups): string {
  return cups.slice(0, 20)
}

/** The CUPS of a supply point, made of the distributor's four digits and its own twelve, with its check letters. */
export function makeCups(distributor: string, number: string, tail = ''): Cups {
  const digits = distributor + number
  return `ES${digits}${checkLettersOf(digits)}${tail}`
}

const alphabet = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** The remainder by 529, written in base 23 with letters. Sixteen digits are more than a number holds exactly. */
function checkLettersOf(digits: string): string {
  const remainder = Number(BigInt(digits) % 529n)
  return alphabet.charAt(Math.floor(remainder / 23)) + alphabet.charAt(remainder % 23)
}

function withZeros(digits: string): string {
  return digits.replaceAll('O', '0')
}

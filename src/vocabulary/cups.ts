import { compactIdentifier } from './identifier.ts'

/**
 * The code of a supply point (CUPS): ES, four digits of the distributor, twelve of its own, two check letters, and
 * sometimes two more characters for a measuring point or border. Capitals, without separators: `ES1234000000000001JN0F`.
 */
export type Cups = string

/**
 * Parses a CUPS from user input or a file. Accepts spaces, dots, dashes, lower case, and the letter O for a zero.
 * Returns null when it does not have 20 or 22 characters, or when its check letters are wrong.
 */
export function parseCups(text: string): Cups | null {
  const match = /^ES([\dO]{16})([A-Z]{2})(?:([\dO])([FPRCXYZ]))?$/.exec(compactIdentifier(text))
  if (!match) return null
  const [, number, letters, pointNumber = '', pointKind = ''] = match
  const digits = replaceLettersO(number!)
  return checkLettersOf(digits) === letters ? `ES${digits}${letters}${replaceLettersO(pointNumber)}${pointKind}` : null
}

/**
 * Normalises a CUPS while it is typed: without spaces, in capitals, and with zeros for the letter O, which no CUPS
 * contains.
 */
export function normalizeCups(input: string): string {
  return replaceLettersO(input.replace(/\s/g, '').toUpperCase())
}

/**
 * Returns the part that identifies the supply point: the CUPS without the two characters of a measuring point or
 * border, which files may omit.
 */
export function cups20(cups: Cups): string {
  return cups.slice(0, 20)
}

/** Builds the CUPS of a supply point from the distributor's four digits and its own twelve, with its check letters. */
export function makeCups(distributor: string, number: string, tail = ''): Cups {
  const digits = distributor + number
  return `ES${digits}${checkLettersOf(digits)}${tail}`
}

const alphabet = 'TRWAGMYFPDXBNJZSQVHLCKE'

/**
 * Computes the remainder modulo 529, written in base 23 with letters. Sixteen digits exceed the exact range of a
 * number.
 */
function checkLettersOf(digits: string): string {
  const remainder = Number(BigInt(digits) % 529n)
  return alphabet.charAt(Math.floor(remainder / 23)) + alphabet.charAt(remainder % 23)
}

function replaceLettersO(digits: string): string {
  return digits.replaceAll('O', '0')
}

/**
 * Normalises a cadastral reference: in capitals, without white space. A complete one has 20 characters, of which the
 * first 14 identify the plot.
 */
export function compactCadastralReference(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

/** Checks whether a reference in capitals has 20 characters, of which the last two are valid control characters. */
export function isWholeCadastralReference(reference: string): boolean {
  const match = /^(.{7})(.{7})(.{4})(..)$/.exec(reference)
  if (!match || !/^[\dA-ZÑ]+$/.test(reference)) return false
  const [, plot, sheet, charge, control] = match
  return controlOf(plot! + charge!) + controlOf(sheet! + charge!) === control
}

/** Letters count from 1 in the Spanish alphabet, which has an Ñ. */
const alphabet = 'ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
const controlLetters = 'MQWERTYUIOPASDFGHJKLBZX'
const weights = [13, 15, 12, 5, 4, 17, 9, 21, 3, 7, 1]

/**
 * Returns the control letter of eleven characters (those of the plot or the sheet, followed by those of the charge)
 * from their weighted sum.
 */
function controlOf(characters: string): string {
  const sum = [...characters].reduce(
    (total, character, index) => total + valueOfCharacter(character) * weights[index]!,
    0,
  )
  return controlLetters.charAt(sum % controlLetters.length)
}

function valueOfCharacter(character: string): number {
  return /\d/.test(character) ? Number(character) : alphabet.indexOf(character) + 1
}

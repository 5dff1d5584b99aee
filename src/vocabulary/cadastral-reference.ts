/**
 * The reference of a property in the cadastre as a person wrote it: in capitals, without white space. Whole ones have 20
 * characters, of which the first 14 name the plot.
 */
export function compactCadastralReference(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

/** Whether a reference in capitals has 20 characters, and its last two are the control of the others. */
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

/** The control letter of eleven characters: those of the plot or the sheet, and those of the charge, weighed and summed. */
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

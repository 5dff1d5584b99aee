import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

let common: ReadonlySet<string> | undefined

/**
 * The 49,000 most used passwords of the zxcvbn project (MIT licence), and the word "password" in the languages of the
 * portal that it lacks. They are read with the first new password, so that no other server keeps them in memory.
 */
function commonPasswords(): ReadonlySet<string> {
  if (common) return common
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  common = new Set([...dictionary['passwords-common'], 'contrasinal', 'contrasenya'])
  return common
}

/** More around a common word than this many characters makes it somebody's own. */
const mostDressing = 6
const shortestOwnWord = 4

/**
 * Whether a password is one of the most used, also when it has been dressed up to meet the rules: `P@ssw0rd2024!` is
 * `password`. `alsoCommon` are words that everybody here would think of, such as the retailer's name.
 */
export function isCommonPassword(password: string, alsoCommon: readonly string[] = []): boolean {
  const known = new Set(alsoCommon.map(compact))
  return guessesOf(password).some((guess) => commonPasswords().has(guess) || known.has(compact(guess)))
}

/** Whether a password holds a word of its owner's: of the name, the e-mail address, the log-in or the tax id. */
export function holdsOwnWord(password: string, ownTexts: readonly string[]): boolean {
  const written = plain(password)
  const readings = [written, withLettersForDigits(written), compact(written)]
  const words = ownTexts.flatMap((text) => [...plain(text).split(/[^a-z0-9]+/), ...(text.match(/\d+/g) ?? [])])
  return words.some((word) => word.length >= shortestOwnWord && readings.some((reading) => reading.includes(word)))
}

function guessesOf(password: string): string[] {
  const written = plain(password)
  const undressed = written.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const guesses = [written, compact(written), withLettersForDigits(written)]
  return written.length - undressed.length > mostDressing
    ? guesses
    : [...guesses, undressed, withLettersForDigits(undressed)]
}

/** In small letters without their marks. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Only letters and digits. */
function compact(text: string): string {
  return plain(text).replace(/[^a-z0-9]/g, '')
}

function withLettersForDigits(text: string): string {
  return text.replace(/[@430!15$7]/g, (sign) => letters[sign]!)
}

const letters: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '!': 'i',
  '1': 'i',
  '5': 's',
  $: 's',
  '7': 't',
}

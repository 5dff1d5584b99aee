import { createRequire } from 'node:module'
import { isMadeOfPatterns } from './password-patterns.ts'

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
  return (
    guessesOf(password).some((guess) => commonPasswords().has(guess) || known.has(compact(guess))) ||
    lettersOf(password).some((letters) => isMadeOfPatterns(letters, alsoCommon.flatMap(wordsOf)))
  )
}

/** Whether a password holds a word of its owner's: of the name, the e-mail address, the log-in or the tax id. */
export function holdsOwnWord(password: string, ownTexts: readonly string[]): boolean {
  const written = plain(password)
  const readings = readingsOf(written).flatMap((reading) => [reading, compact(reading)])
  const words = ownTexts.flatMap((text) => [...plain(text).split(/[^a-z0-9]+/), ...(text.match(/\d+/g) ?? [])])
  return words.some((word) => word.length >= shortestOwnWord && readings.some((reading) => reading.includes(word)))
}

/**
 * The letters that a password is remembered by, in each way that it may be read: without years, numbers and signs between
 * words, and with the letters for which digits and signs stand within them.
 */
function lettersOf(password: string): string[] {
  const written = plain(password)
  const parts = written.split(/[^a-z0-9@$!|]+/).map((part) => part.replace(/^[^a-z]+|[^a-z]+$/g, ''))
  return [written, ...readingsOf(parts.join(' '))].map((text) => text.replace(/[^a-z]/g, ''))
}

/** What is written, also with the letters that its digits and signs may stand for. */
function readingsOf(written: string): string[] {
  return [written, withLettersForDigits(written), withLettersForDigits(written.replace(/[1|!]/g, 'l'))]
}

function wordsOf(text: string): string[] {
  const words = plain(text).split(/[^a-z]+/)
  return [compact(text), ...words].filter((word) => word.length >= shortestOwnWord)
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

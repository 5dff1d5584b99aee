import { createRequire } from 'node:module'
import { consistsOfPatterns } from './password-patterns.ts'

const require = createRequire(import.meta.url)

let commonPasswordCache: ReadonlySet<string> | undefined

/**
 * Returns the 49,000 most used passwords of the zxcvbn project (MIT licence), and the word "password" in the languages
 * of the portal that it lacks. They are loaded with the first new password, so that servers that never need them do not
 * hold them in memory.
 */
function commonPasswords(): ReadonlySet<string> {
  if (commonPasswordCache) return commonPasswordCache
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  commonPasswordCache = new Set([...dictionary['passwords-common'], 'contrasinal', 'contrasenya'])
  return commonPasswordCache
}

/** More characters than this around a common word make a password distinctive. */
const maxDecorationLength = 6
const minOwnWordLength = 4

/**
 * Checks whether a password is one of the most used, also when it has been decorated to meet the rules: `P@ssw0rd2024!`
 * is `password`. `extraCommonWords` are words that any user here would think of, such as the retailer's name.
 */
export function isCommonPassword(password: string, extraCommonWords: readonly string[] = []): boolean {
  const known = new Set(extraCommonWords.map(toAlphanumeric))
  return (
    normalizedGuesses(password).some((guess) => commonPasswords().has(guess) || known.has(toAlphanumeric(guess))) ||
    letterReadings(password).some((letters) => consistsOfPatterns(letters, extraCommonWords.flatMap(significantWords)))
  )
}

/**
 * Checks whether a password contains a word of its owner: from the name, the e-mail address, the login or the tax id.
 */
export function containsOwnWord(password: string, ownTexts: readonly string[]): boolean {
  const normalized = stripAccents(password)
  const readings = substitutedReadings(normalized).flatMap((reading) => [reading, toAlphanumeric(reading)])
  const ownWords = ownTexts.flatMap((text) => [
    ...stripAccents(text).split(/[^a-z0-9]+/),
    ...(text.match(/\d+/g) ?? []),
  ])
  return ownWords.some((word) => word.length >= minOwnWordLength && readings.some((reading) => reading.includes(word)))
}

/**
 * Returns the letters of a password in each way it may be read: without years, numbers and signs between words, and
 * with the letters that digits and signs stand for within them.
 */
function letterReadings(password: string): string[] {
  const normalized = stripAccents(password)
  const parts = normalized.split(/[^a-z0-9@$!|]+/).map((part) => part.replace(/^[^a-z]+|[^a-z]+$/g, ''))
  return [normalized, ...substitutedReadings(parts.join(' '))].map((text) => text.replace(/[^a-z]/g, ''))
}

/** Returns the text as written, and with the letters that its digits and signs may stand for. */
function substitutedReadings(normalized: string): string[] {
  return [normalized, replaceLeetDigits(normalized), replaceLeetDigits(normalized.replace(/[1|!]/g, 'l'))]
}

function significantWords(text: string): string[] {
  const textParts = stripAccents(text).split(/[^a-z]+/)
  return [toAlphanumeric(text), ...textParts].filter((word) => word.length >= minOwnWordLength)
}

function normalizedGuesses(password: string): string[] {
  const normalized = stripAccents(password)
  const undecorated = normalized.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const guesses = [normalized, toAlphanumeric(normalized), replaceLeetDigits(normalized)]
  return normalized.length - undecorated.length > maxDecorationLength
    ? guesses
    : [...guesses, undecorated, replaceLeetDigits(undecorated)]
}

/** Returns a text in lower case without diacritics. */
function stripAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Removes everything but letters and digits. */
function toAlphanumeric(text: string): string {
  return stripAccents(text).replace(/[^a-z0-9]/g, '')
}

function replaceLeetDigits(text: string): string {
  return text.replace(/[@430!15$7]/g, (sign) => leetLetters[sign]!)
}

const leetLetters: Record<string, string> = {
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

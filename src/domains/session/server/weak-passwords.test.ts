import { expect, test } from 'vitest'
import { holdsOwnWord, isCommonPassword } from './weak-passwords.ts'

const passwords: [reason: string, password: string, isCommon: boolean][] = [
  ['the most used of those that meet the rules', 'Password1!', true],
  ['digits for letters', 'P@ssw0rd!', true],
  ['signs for letters', 'Pa$$word2024', true],
  ['a row of the keyboard', 'Qwerty123!', true],
  ['the alphabet', 'Abcd1234!', true],
  ['a season with its year', '#Summer2026', true],
  ['a town of here', 'Barcelona-1', true],
  ['the word itself, in Spanish with its marks', 'Contraseña1!', true],
  ['the same in Catalan', 'Contrasenya.1', true],
  ['the same in Galician', 'Contrasinal#9', true],
  ['the name of the retailer', 'Demo-Energia.26', true],
  ['several words are nobody else’s', 'Correct-horse-8-battery', false],
  ['chance', 'xK9#mQ2$vL', false],
  ['a common word lost among digits', 'Ana!83749102#_', false],
]

test.each(passwords)('a common password: %s', (_, password, isCommon) => {
  expect(isCommonPassword(password, ['Demo Energia'])).toBe(isCommon)
})

const marta = ['Marta Ferrer i Güell', 'martuca.pons', 'mferrer88', '40111222N']
const own: [reason: string, password: string, holdsOwn: boolean][] = [
  ['the name', 'Marta-2026', true],
  ['the surname within a word', 'xxFERRER9!', true],
  ['a surname without its marks', 'Guell#2026', true],
  ['the name with digits for letters', 'M4rta#2026', true],
  ['the log-in', 'Mferrer88#', true],
  ['the tax id', '40111222N-a', true],
  ['the digits of the tax id', 'Aa-40111222', true],
  ['the tax id apart', 'Aa.40.111.222', true],
  ['the e-mail address before the @', 'Martuca.9Xz', true],
  ['a word too short to mean anybody', 'Xi-29#plmnt', false],
  ['nothing of it', 'xK9#mQ2$vL', false],
]

test.each(own)('a password made of its owner’s data: %s', (_, password, holdsOwn) => {
  expect(holdsOwnWord(password, marta)).toBe(holdsOwn)
})

import { expect, test } from 'vitest'
import { containsOwnWord, isCommonPassword } from './weak-passwords.ts'

const passwords: [reason: string, password: string, isCommon: boolean][] = [
  ['the most common one that meets the rules', 'Password1!', true],
  ['digits for letters', 'P@ssw0rd!', true],
  ['symbols for letters', 'Pa$$word2024', true],
  ['a keyboard row', 'Qwerty123!', true],
  ['the alphabet', 'Abcd1234!', true],
  ['a season with its year', '#Summer2026', true],
  ['a local town', 'Barcelona-1', true],
  ['the word itself, in Spanish with its diacritics', 'Contraseña1!', true],
  ['the same in Catalan', 'Contrasenya.1', true],
  ['the same in Galician', 'Contrasinal#9', true],
  ['the name of the retailer', 'Demo-Energia.26', true],
  ['several unrelated words', 'Correct-horse-8-battery', false],
  ['chance', 'xK9#mQ2$vL', false],
  ['a common word lost among digits', 'Ana!83749102#_', false],
  ['a season with symbols around its year, in Spanish', 'Verano__2026__!!', true],
  ['the same in Catalan', 'Tardor-2026-!!', true],
  ['the same in Galician', 'Outono.2026/01', true],
  ['the same in French', 'Été-2026-2027!', true],
  ['the same in German', 'Frühling_2026_#1', true],
  ['a season with digits and symbols for its letters', 'Pr!m4v3ra-2026', true],
  ['a month with its year', 'Noviembre*2026*11', true],
  ['a month in another language', 'Decembro-25-2026', true],
  ['a day of the week', 'Dimecres#12345678', true],
  ['a town with a season', 'Madrid2026Verano!', true],
  ['the same with digits for letters', 'M4drid-V3rano-26', true],
  ['the name of the product', 'Llum-2026-Llum!', true],
  ['the same with a digit for a letter', 'L1um-2026-0000', true],
  ['a word of the retailer’s name', '2026#Energia#2026', true],
  ['the name of the retailer with a town', 'Demo.Energia.Vic.2026', true],
  ['two keyboard runs', 'Qwerty-Asdfgh-2026', true],
  ['a run across the keyboard rows', '1Qaz2wsx3edc!', true],
  ['the keyboard backwards', 'Poiuytrewq#998877', true],
  ['a season among the user’s own words', 'Verano-tuerca-7-lento', false],
  ['a town in a sentence', 'En-Madrid-llueve-2', false],
  ['words that contain a month', 'Mayonesa+tornillo5', false],
  ['a sentence with digits for letters', 'M1-g4to-c0me-lento', false],
]

test.each(passwords)('detects a common password: %s', (_, password, isCommon) => {
  expect(isCommonPassword(password, ['Demo Energia'])).toBe(isCommon)
})

const marta = ['Marta Ferrer i Güell', 'martuca.pons', 'mferrer88', '40111222N']
const own: [reason: string, password: string, holdsOwn: boolean][] = [
  ['the name', 'Marta-2026', true],
  ['the surname within a word', 'xxFERRER9!', true],
  ['a surname without its diacritics', 'Guell#2026', true],
  ['the name with digits for letters', 'M4rta#2026', true],
  ['the log-in', 'Mferrer88#', true],
  ['the tax id', '40111222N-a', true],
  ['the digits of the tax id', 'Aa-40111222', true],
  ['the tax id with separators', 'Aa.40.111.222', true],
  ['the e-mail address before the @', 'Martuca.9Xz', true],
  ['a word too short to identify anyone', 'Xi-29#plmnt', false],
  ['the surname with digits and symbols between its letters', 'F3-rr3r#2026', true],
  ['the name with another digit for a letter', 'Gue11#2026xx', true],
  ['none of it', 'xK9#mQ2$vL', false],
]

test.each(own)('detects a password made of its owner’s data: %s', (_, password, holdsOwn) => {
  expect(containsOwnWord(password, marta)).toBe(holdsOwn)
})

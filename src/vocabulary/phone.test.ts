import { expect, test } from 'vitest'
import { addPhonePrefix, parsePhone, splitPhone } from './phone.ts'

test.each([
  ['612345678', '+34612345678', 'a mobile one'],
  ['612 34 56 78', '+34612345678', 'in groups'],
  ['612-345-678', '+34612345678', 'with dashes'],
  ['+34 612 345 678', '+34612345678', 'with the prefix'],
  ['0034612345678', '+34612345678', 'with the prefix as it is dialled'],
  ['0034 612 34 56 78', '+34612345678', 'the same in groups'],
  ['722123456', '+34722123456', 'a mobile one of the newer range'],
  ['932123456', '+34932123456', 'of a home'],
  ['901123456', '+34901123456', 'at shared cost'],
  ['+44 7400 123456', '+447400123456', 'of another country'],
])('%j is parsed as %s: %s', (text, phone) => {
  expect(parsePhone(text)).toBe(phone)
})

test.each([
  ['', 'nothing'],
  ['123', 'fewer than four characters'],
  ['1004', 'a short number'],
  ['123456789', 'a range that nobody has'],
  ['751111111', 'a range of mobiles that nobody has'],
  ['999999999', 'a range of homes that nobody has'],
  ['+34 799 999 999', 'of mobiles too, with the prefix'],
  ['6123456789', 'a digit too many'],
  ['61234567a', 'a letter in it'],
  ['hello', 'no digit at all'],
  ['+341234567890', 'a prefix with a wrong number'],
])('%j is not a phone number: %s', (text) => {
  expect(parsePhone(text)).toBeNull()
})

test.each([
  ['+34612345678', '+34', '612345678'],
  ['+34 612 345 678', '+34', '612345678'],
  ['612345678', '', '612345678'],
  ['+447400123456', '+447', '400123456'],
])('%s is split into %j and %j', (phone, prefix, national) => {
  expect(splitPhone(phone)).toEqual({ prefix, national })
})

test('a stored number without a prefix is Spanish', () => {
  expect(addPhonePrefix('612345678')).toBe('+34612345678')
  expect(addPhonePrefix('+33612345678')).toBe('+33612345678')
})

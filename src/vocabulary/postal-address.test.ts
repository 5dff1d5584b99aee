import { expect, test } from 'vitest'
import type { Locale } from './locale.ts'
import { fullAddressOf, type PostalAddress } from './postal-address.ts'

const gurb: PostalAddress = {
  streetType: 'CL',
  street: 'de Gurb',
  number: '41',
  block: null,
  stairs: null,
  floor: '2',
  door: '1',
  hint: null,
  postcode: '08500',
  city: 'Vic',
}

test.each<[locale: Locale, parts: Partial<PostalAddress>, line: string, reason: string]>([
  ['ca', {}, 'Carrer de Gurb, 41, 2n 1a - 08500 Vic', 'a flat'],
  ['es', {}, 'Calle de Gurb, 41, 2.º 1.ª - 08500 Vic', 'the same in Spanish'],
  [
    'ca',
    { floor: '5', door: '4' },
    'Carrer de Gurb, 41, 5è 4a - 08500 Vic',
    'the fifth floor has an ending of its own',
  ],
  ['de', { street: 'Mayor' }, 'Calle Mayor, 41, 2.º 1.ª - 08500 Vic', 'streets are not translated'],
  ['es', { floor: null, door: null }, 'Calle de Gurb, 41 - 08500 Vic', 'a house'],
  ['es', { floor: 'Bajos', door: null }, 'Calle de Gurb, 41, Bajos - 08500 Vic', 'a floor in words'],
  ['es', { floor: '2n', door: 'B' }, 'Calle de Gurb, 41, 2n B - 08500 Vic', 'what is no bare number stays as it is'],
  ['es', { number: 'S/N', floor: null, door: null }, 'Calle de Gurb, S/N - 08500 Vic', 'a house without a number'],
  [
    'es',
    { block: '3', stairs: 'B' },
    'Calle de Gurb, 41, bl. 3, esc. B, 2.º 1.ª - 08500 Vic',
    'a flat among many stairs',
  ],
  [
    'es',
    { floor: null, door: null, hint: 'detrás del molino' },
    'Calle de Gurb, 41 (detrás del molino) - 08500 Vic',
    'what helps to find it',
  ],
  ['es', { street: 'Carrer de Gurb' }, 'Carrer de Gurb, 41, 2.º 1.ª - 08500 Vic', 'a street that says what it is'],
  ['es', { street: 'Callejas' }, 'Calle Callejas, 41, 2.º 1.ª - 08500 Vic', 'a name that only begins alike'],
  ['gl', { streetType: 'PZ', street: 'Maior' }, 'Praza Maior, 41, 2.º 1.ª - 08500 Vic', 'a square in Galicia'],
])('in %s, with %j: %s, %s', (locale, parts, line) => {
  expect(fullAddressOf({ ...gurb, ...parts }, locale)).toBe(line)
})

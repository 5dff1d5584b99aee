import { expect, test } from 'vitest'
import { provinceOf } from './provinces.ts'
import { readStreetTypes, streetTypeNameOf } from './street-types.ts'
import { formatTownName } from './town-name.ts'

test.each([
  ['08', '08', 'Barcelona', 'its own code'],
  ['08298', '08', 'Barcelona', 'the code of a municipality, Vic'],
  ['17820', '17', 'Girona', 'a postcode, of Banyoles'],
  ['52', '52', 'Melilla', 'the last one'],
])('%s is in province %s, %s: %s', (given, code, name) => {
  expect(provinceOf(given)).toEqual({ code, name })
})

test.each(['00', '53', '', 'ab', '8'])('%j is in no province', (given) => {
  expect(provinceOf(given)).toBeNull()
})

test.each([
  ["Escala, L'", "L'Escala"],
  ['Gineta, La', 'La Gineta'],
  ['Pobla, Sa', 'Sa Pobla'],
  ['Alqueries, les/Alquerías del Niño Perdido', 'les Alqueries/Alquerías del Niño Perdido'],
  ['Campezo/Kanpezu', 'Campezo/Kanpezu'],
  ["Cruïlles, Monells i Sant Sadurní de l'Heura", "Cruïlles, Monells i Sant Sadurní de l'Heura"],
])('%s is formatted as %s', (listed, read) => {
  expect(formatTownName(listed)).toBe(read)
})

test.each([
  ['es', 'CL', 'Calle'],
  ['ca', 'CL', 'Carrer'],
  ['gl', 'CL', 'Rúa'],
  ['de', 'CL', 'Calle'],
  ['ca', 'RD', 'Ronda'],
] as const)('in %s the street type %s is %s', (locale, code, name) => {
  expect(streetTypeNameOf(code, locale)).toBe(name)
})

test('street types are sorted by name, without duplicates', () => {
  const names = readStreetTypes('es').map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].sort((a, b) => a.localeCompare(b, 'es')))
  expect(readStreetTypes('ca').find(({ code }) => code === 'PZ')).toEqual({ code: 'PZ', name: 'Plaça' })
})

test('an unknown code is not a street type', () => {
  expect(streetTypeNameOf('XX', 'es')).toBeNull()
})

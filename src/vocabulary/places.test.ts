import { expect, test } from 'vitest'
import { provinceOf } from './provinces.ts'
import { streetTypeName, streetTypes } from './street-types.ts'
import { townName } from './town-name.ts'

test.each([
  ['08', '08', 'Barcelona', 'its own code'],
  ['08298', '08', 'Barcelona', 'the code of a municipality, Vic'],
  ['17820', '17', 'Girona', 'a postcode, of Banyoles'],
  ['52', '52', 'Melilla', 'the last one'],
])('%s is of province %s, %s: %s', (given, code, name) => {
  expect(provinceOf(given)).toEqual({ code, name })
})

test.each(['00', '53', '', 'ab', '8'])('%j is of no province', (given) => {
  expect(provinceOf(given)).toBeNull()
})

test.each([
  ["Escala, L'", "L'Escala"],
  ['Gineta, La', 'La Gineta'],
  ['Pobla, Sa', 'Sa Pobla'],
  ['Alqueries, les/Alquerías del Niño Perdido', 'les Alqueries/Alquerías del Niño Perdido'],
  ['Campezo/Kanpezu', 'Campezo/Kanpezu'],
  ["Cruïlles, Monells i Sant Sadurní de l'Heura", "Cruïlles, Monells i Sant Sadurní de l'Heura"],
])('%s is read %s', (listed, read) => {
  expect(townName(listed)).toBe(read)
})

test.each([
  ['es', 'CL', 'Calle'],
  ['ca', 'CL', 'Carrer'],
  ['gl', 'CL', 'Rúa'],
  ['de', 'CL', 'Calle'],
  ['ca', 'RD', 'Ronda'],
] as const)('in %s a street of type %s is a %s', (locale, code, name) => {
  expect(streetTypeName(code, locale)).toBe(name)
})

test('types of streets are told in the order of their names, and none twice', () => {
  const names = streetTypes('es').map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].sort((a, b) => a.localeCompare(b, 'es')))
  expect(streetTypes('ca').find(({ code }) => code === 'PZ')).toEqual({ code: 'PZ', name: 'Plaça' })
})

test('a code that nobody has is no type of street', () => {
  expect(streetTypeName('XX', 'es')).toBeNull()
})

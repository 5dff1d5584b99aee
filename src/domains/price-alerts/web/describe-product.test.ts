import { expect, test } from 'vitest'
import { describeProduct, type ProductTexts } from './describe-product.ts'

const productTexts: ProductTexts = {
  quarter: ({ quarter, year }) => `T${quarter} de ${year}`,
  year: ({ year }) => `año ${year}`,
  week: ({ day }) => `semana del ${day}`,
  instrument: (kind) => kind,
}

test.each([
  ['FTB', '2027-01-01', '2027-01-31', 'enero de 2027, base', 'a month'],
  ['FTK', '2028-02-01', '2028-02-29', 'febrero de 2028, peak', 'a month of 29 days'],
  ['FTB', '2026-10-01', '2026-12-31', 'T4 de 2026, base', 'a quarter'],
  ['FPB', '2027-01-01', '2027-12-31', 'año 2027, basePortugal', 'a year'],
  ['FGE', '2026-11-23', '2026-11-29', 'semana del 23/11/2026, gas', 'a week'],
  ['SWB', '2026-11-23', '2026-11-23', '23/11/2026, base', 'a day'],
  ['XYZ', '2026-11-28', '2026-11-29', '28/11/2026 – 29/11/2026', 'a weekend of something unknown'],
])('describes %s from %s until %s as %s: %s', (instrument, from, until, meaning) => {
  expect(describeProduct({ instrument, delivery: { from, until } }, productTexts, 'es')).toBe(meaning)
})

test('describes an unknown name with an empty text', () => {
  expect(describeProduct({ instrument: null, delivery: null }, productTexts, 'es')).toBe('')
})

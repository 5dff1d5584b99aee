import { describe, expect, test } from 'vitest'
import {
  formatDay,
  formatDecimal,
  formatEnergy,
  formatLabelled,
  formatMoney,
  formatMonth,
  formatPhone,
  formatPower,
  type MonthStyle,
} from './format.ts'
import type { Locale } from './locale.ts'

// Makes spaces visible: · is a no-break space, ‧ a narrow no-break space.
const shown = (text: string) => text.replaceAll('\u00a0', '·').replaceAll('\u202f', '‧')

test.each<[locale: Locale, text: string]>([
  ['fr', 'Total·: 12'],
  ['es', 'Total: 12'],
])('a label and its value in %s are %s', (locale, text) => {
  expect(shown(formatLabelled('Total', '12', locale))).toBe(text)
})

describe('money', () => {
  test.each<[cents: number | null, locale: Locale, text: string, reason: string]>([
    [4569, 'es', '45,69·€', 'a bill'],
    [123456, 'es', '1.234,56·€', 'four digits are grouped too'],
    [123456, 'ca', '1.234,56·€', 'Catalan'],
    [123456, 'gl', '1.234,56·€', 'Galician'],
    [123456, 'de', '1.234,56·€', 'German'],
    [123456, 'fr', '1‧234,56·€', 'French groups with a narrow space'],
    [123456, 'en', '€1,234.56', 'English puts the euro in front'],
    [-1230, 'es', '−12,30·€', 'a refund has a minus sign, not a hyphen'],
    [-1230, 'en', '−€12.30', 'in English too'],
    [0, 'es', '0,00·€', 'nothing to pay'],
    [-0, 'es', '0,00·€', 'nothing has no sign'],
    [900719925474099, 'es', '9.007.199.254.740,99·€', 'no digit is lost'],
    [null, 'es', '—', 'what is missing is not zero'],
  ])('%j cents in %s is %s: %s', (cents, locale, text) => {
    expect(shown(formatMoney(cents, locale))).toBe(text)
  })
})

describe('energy', () => {
  test.each<[wh: number | null, locale: Locale, decimals: number | undefined, text: string, reason: string]>([
    [198_400, 'es', undefined, '198·kWh', 'a month is told in whole kWh'],
    [1_234_500, 'es', undefined, '1.235·kWh', 'half goes up, four digits are grouped'],
    [167, 'es', 3, '0,167·kWh', 'an hour to the Wh'],
    [2000, 'es', 3, '2,000·kWh', 'as many decimals as its neighbours'],
    [1_234_567, 'en', 2, '1,234.57·kWh', 'English'],
    [-400, 'es', undefined, '0·kWh', 'what rounds to nothing has no sign'],
    [null, 'es', 3, '—', 'not measured is not zero'],
  ])('%j Wh in %s with %j decimals is %s: %s', (wh, locale, decimals, text) => {
    expect(shown(formatEnergy(wh, locale, { decimals }))).toBe(text)
  })
})

test.each<[watts: number | null, locale: Locale, text: string, reason: string]>([
  [3450, 'es', '3,45·kW', 'as many decimals as it needs'],
  [15_001, 'es', '15,001·kW', 'to the watt'],
  [4600, 'en', '4.6·kW', 'English'],
  [1_200_000, 'de', '1.200·kW', 'a factory'],
  [null, 'es', '—', 'no power contracted'],
])('%j W in %s is %s: %s', (watts, locale, text) => {
  expect(shown(formatPower(watts, locale))).toBe(text)
})

test.each<
  [decimal: string | number | null, locale: Locale, decimals: number | undefined, text: string, reason: string]
>([
  ['0.09755300', 'es', undefined, '0,097553', 'a price with the digits it has'],
  ['0.097553', 'es', 8, '0,09755300', 'or with as many as its column'],
  ['0.005', 'es', 2, '0,01', 'half goes up, where a float would be below half'],
  ['-1234.5', 'fr', undefined, '−1‧234,5', 'negative'],
  ['12345678901234567.89', 'en', undefined, '12,345,678,901,234,567.89', 'no digit is lost'],
  [1200, 'es', undefined, '1.200', 'a count'],
  [null, 'es', undefined, '—', 'missing'],
])('the number %j in %s with %j decimals is %s: %s', (decimal, locale, decimals, text) => {
  expect(shown(formatDecimal(decimal, locale, { decimals }))).toBe(text)
})

test.each<[day: string | null, locale: Locale, text: string, reason: string]>([
  ['2026-12-31', 'es', '31/12/2026', 'the day first'],
  ['2026-03-05', 'ca', '05/03/2026', 'always two digits'],
  ['2026-03-05', 'gl', '05/03/2026', 'Galician'],
  ['2026-03-05', 'fr', '05/03/2026', 'French'],
  ['2026-03-05', 'en', '05/03/2026', 'the English of Europe'],
  ['2026-03-05', 'de', '05.03.2026', 'German has points'],
  [null, 'es', '—', 'missing'],
])('the day %j in %s is %s: %s', (day, locale, text) => {
  expect(formatDay(day, locale)).toBe(text)
})

test.each<[locale: Locale, style: MonthStyle, text: string, reason: string]>([
  ['es', 'long', 'noviembre de 2026', 'in a sentence or a title'],
  ['es', 'name', 'noviembre', 'where the year is known'],
  ['es', 'short', 'nov', 'under a bar'],
  ['es', 'shortWithYear', 'nov·26', 'under the first bar of a year'],
  ['ca', 'long', 'novembre del 2026', 'Catalan'],
  ['en', 'long', 'November 2026', 'English'],
  ['fr', 'long', 'novembre 2026', 'French'],
  ['de', 'long', 'November 2026', 'German'],
  ['gl', 'long', 'novembro de 2026', 'Galician, which not every browser knows'],
  ['gl', 'name', 'novembro', 'its name'],
  ['gl', 'short', 'nov.', 'its abbreviation'],
  ['gl', 'shortWithYear', 'nov.·26', 'with the year'],
])('November 2026 in %s, %s, is %s: %s', (locale, style, text) => {
  expect(shown(formatMonth('2026-11-20', locale, style))).toBe(text)
})

test('the Galician months match those of the platform where it has them', () => {
  for (let month = 0; month < 12; month++) {
    const date = new Date(Date.UTC(2026, month, 1))
    const day = date.toISOString().slice(0, 10)
    const platform = (options: Intl.DateTimeFormatOptions) =>
      date.toLocaleDateString('gl', { ...options, timeZone: 'UTC' })
    expect(formatMonth(day, 'gl', 'long')).toBe(platform({ month: 'long', year: 'numeric' }))
    expect(formatMonth(day, 'gl', 'short')).toBe(platform({ month: 'short' }))
  }
})

test.each([
  ['900000237', '900 000 237', 'as distributors write theirs'],
  ['+34900000237', '+34 900 000 237', 'with the prefix'],
  ['900 000 237', '900 000 237', 'grouped already'],
  ['112', '112', 'a short one'],
  ['+33142685300', '+33142685300', 'from elsewhere'],
])('the phone number %s is formatted as %s: %s', (phone, text) => {
  expect(formatPhone(phone)).toBe(text)
})

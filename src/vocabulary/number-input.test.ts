import { describe, expect, test } from 'vitest'
import { parseNumberInput } from './number-input.ts'

describe('parseNumberInput', () => {
  test.each<[text: string, locale: string, decimals: number, decimal: string, reason: string]>([
    ['2500,5', 'es', 3, '2500.5', 'a comma parts decimals'],
    ['2500.5', 'es', 3, '2500.5', 'so does a point before anything but three digits'],
    ['2500,5', 'en', 3, '2500.5', 'in every language'],
    ['1.089,86', 'es', 2, '1089.86', 'thousands and decimals'],
    ['1,089.86', 'es', 2, '1089.86', 'the other way round there is only one reading too'],
    ['1.089,86', 'en', 2, '1089.86', 'and in the other language'],
    ['1.234.567', 'es', 3, '1234567', 'a mark that comes again parts thousands'],
    ['1 089,86', 'fr', 2, '1089.86', 'a space parts thousands'],
    ['1\u202f089,86', 'fr', 2, '1089.86', 'so does the narrow space that French prints'],
    ['1 200', 'es', 3, '1200', 'a space is never a decimal mark'],
    ["1'200", 'de', 3, '1200', 'an apostrophe parts thousands'],
    ['1,200', 'es', 3, '1.2', 'the decimal mark of the language'],
    ['1.200', 'en', 3, '1.2', 'the decimal mark of English'],
    ['1.200', 'es', 2, '1200', 'an amount has no three decimals'],
    ['1.200', 'es', 0, '1200', 'nor has a whole number'],
    ['1,200', 'es', 0, '1200', 'and a whole number has no comma but for thousands'],
    ['0.120', 'es', 6, '0.12', 'nothing begins with a group of nothing'],
    ['1234.567', 'es', 3, '1234.567', 'four digits are no group'],
    ['2500,0', 'es', 0, '2500', 'decimals that say nothing'],
    ['007', 'es', 0, '7', 'zeros in front'],
    ['5,', 'es', 2, '5', 'half written'],
    ['−5', 'es', 0, '-5', 'the minus of typographers'],
  ])('reads %s in %s with %i decimals as %s: %s', (text, locale, decimals, decimal) => {
    expect(parseNumberInput(text, { locale, decimals })).toEqual({ kind: 'number', decimal })
  })

  test.each([
    ['1.200', 'es', 3, '1200', '1.2'],
    ['1,200', 'en', 3, '1200', '1.2'],
    ['12.345', 'ca', 3, '12345', '12.345'],
  ] as const)(
    'reports %s in %s with %i decimals as ambiguous between %s and %s',
    (text, locale, decimals, grouped, decimal) => {
      expect(parseNumberInput(text, { locale, decimals })).toEqual({ kind: 'ambiguous', grouped, decimal })
    },
  )

  test.each<[text: string, bounds: { min?: number; max?: number }, decimal: string, reason: string]>([
    ['3.450', { max: 999 }, '3.45', 'no home has thousands of kW'],
    ['12.345', { min: 12_000 }, '12345', 'a meter does not run back'],
    ['1.200', { min: 5_000 }, '1200', 'where neither is possible, the one that the language writes'],
  ])('reads %s within %j as %s: %s', (text, bounds, decimal) => {
    expect(parseNumberInput(text, { locale: 'es', decimals: 3, ...bounds })).toEqual({ kind: 'number', decimal })
  })

  test.each([
    ['abc', 'no digits'],
    ['1.2.3', 'groups of one'],
    ['12,34,56', 'groups of two'],
    ['1.2345.678', 'a group of four'],
    ['1,5 kWh', 'with its unit'],
    ['1e3', 'an exponent'],
    ['2,5678', 'more decimals than the field takes'],
    ['--5', 'two signs'],
    [',5', 'nothing before the mark'],
  ])('rejects %s: %s', (text) => {
    expect(parseNumberInput(text, { locale: 'es', decimals: 3 })).toEqual({ kind: 'invalid' })
  })

  test('treats a space as an empty field', () => {
    expect(parseNumberInput(' ', { locale: 'es', decimals: 3 })).toEqual({ kind: 'empty' })
  })
})

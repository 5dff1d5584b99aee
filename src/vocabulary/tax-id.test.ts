import { describe, expect, test } from 'vitest'
import { isCompanyTaxId, parseTaxId } from './tax-id.ts'
import type { TaxIdKind } from './tax-id-kind.ts'

describe('a tax id', () => {
  test.each<[text: string, taxId: string, kind: TaxIdKind, reason: string]>([
    ['12345678Z', '12345678Z', 'NIF', 'a DNI'],
    ['47008288z', '47008288Z', 'NIF', 'in small letters'],
    [' 12.345.678-Z ', '12345678Z', 'NIF', 'with dots, dash and spaces'],
    ['04281051S', '04281051S', 'NIF', 'with a zero in front'],
    ['L1111111G', 'L1111111G', 'NIF', 'a Spaniard abroad'],
    ['M1234567L', 'M1234567L', 'NIF', 'a foreigner without NIE'],
    ['X1111111G', 'X1111111G', 'NIE', 'a foreigner'],
    ['Y7227117W', 'Y7227117W', 'NIE', 'of the second series'],
    ['Z8216237K', 'Z8216237K', 'NIE', 'of the third'],
    ['B96817697', 'B96817697', 'CIF', 'a limited company has a digit at the end'],
    ['P7067074J', 'P7067074J', 'CIF', 'a municipality has a letter'],
    ['J99216582', 'J99216582', 'CIF', 'a civil partnership may have a digit'],
    ['V6956676H', 'V6956676H', 'CIF', 'and others a letter'],
    ['ES B-58378431', 'B58378431', 'CIF', 'as a European VAT number'],
  ])('is parsed from %j as %s, a %s: %s', (text, taxId, kind) => {
    expect(parseTaxId(text)).toEqual({ taxId, kind })
    expect(isCompanyTaxId(taxId)).toBe(kind === 'CIF')
  })

  test.each([
    ['12345678X', 'the letter belongs to another number'],
    ['X1111111A', 'of a foreigner too'],
    ['L1111111C', 'of a Spaniard abroad too'],
    ['A11111118', 'the digit of a company is wrong'],
    ['P70670740', 'a municipality never has a digit at the end, though this one would fit'],
    ['B5837843A', 'a limited company never has a letter, though this one would fit'],
    ['O1234567L', 'no entity begins with O'],
    ['L11A1111N', 'a letter among the digits'],
    ['12345678', 'without its letter'],
    ['J992165831', 'a digit too many'],
    ['ABCDEFGHI', 'letters only'],
    ['', 'nothing'],
  ])('is not parsed from %j: %s', (text) => {
    expect(parseTaxId(text)).toBeNull()
    expect(isCompanyTaxId(text)).toBe(false)
  })
})

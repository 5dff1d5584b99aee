import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  divideDecimal,
  formatFixedDecimal,
  multiplyDecimals,
  multiplyToUnits,
  parseExactUnits,
  parseWrittenUnits,
  roundToUnits,
  subtractPercent,
  trimDecimal,
} from './decimal.ts'

test.each([
  ['1.15', '100', '115', 'where binary floats say 114.99999999999999'],
  ['123.456', '0.12345678', '15.24148023168', 'all digits are kept'],
  ['-3', '0.50', '-1.5', 'signs'],
])('%s times %s is %s: %s', (a, b, product) => {
  expect(multiplyDecimals(a, b)).toBe(product)
})

test.each([
  ['27.704413', '365', 8, '0.07590250', 'a price per year as one per day'],
  ['97.553', '1000', 8, '0.097553', 'a price per MWh as one per kWh'],
  ['1', '8', 2, '0.13', 'half goes up'],
  ['-1', '8', 2, '-0.13', 'and away from zero'],
  ['1', '-3', 2, '-0.33', 'less than half goes to the nearest'],
  ['1', '0.25', 0, '4', 'by a fraction'],
])('%s divided by %s with %i decimals is %s: %s', (dividend, divisor, decimals, quotient) => {
  expect(divideDecimal(dividend, divisor, decimals)).toBe(trimDecimal(quotient))
})

test.each([
  ['1.005', 2, 101, 'half a cent goes up, where a float would go down'],
  ['-1.005', 2, -101, 'and away from zero'],
  ['1.00499999', 2, 100, 'less than half does not'],
  ['3', 2, 300, 'whole numbers have no point'],
  ['-0.004', 2, 0, 'nothing has no sign'],
  ['0.99999999999999999999', 2, 100, 'more digits than a float holds'],
  ['90071992547409.9049', 2, 9007199254740990, 'close to the largest count'],
])('%s with %i decimals is %i units: %s', (decimal, decimals, units) => {
  expect(roundToUnits(decimal, decimals)).toBe(units)
})

test.each([
  ['1.005', '1', 2, 101, 'half a cent goes up'],
  ['-0.5', '2.01', 2, -101, 'and away from zero'],
  ['93.30', '5.11269632', 0, 477, 'a percentage of euros in cents'],
  ['123456789012.34', '0.0000000001', 2, 1235, 'more digits than a float holds'],
])('%s times %s with %i decimals is %i units: %s', (a, b, decimals, units) => {
  expect(multiplyToUnits(a, b, decimals)).toBe(units)
})

test.each([
  ['0.2139', '4', '0.205344', 'all digits are kept'],
  ['10', '0', '10', 'nothing'],
  ['10', '100', '0', 'everything'],
  ['100', '3.8', '96.2', 'part of a percent'],
])('%s less %s percent is %s: %s', (value, percent, left) => {
  expect(subtractPercent(value, percent)).toBe(left)
})

describe('exact parsing', () => {
  test.each<[text: string, units: number | null, reason: string]>([
    ['45.69', 4569, 'two decimals'],
    ['-0.05', -5, 'negative'],
    ['007', 700, 'zeros in front mean nothing'],
    ['45.690', null, 'a third decimal is one too many'],
    ['45.', null, 'a point needs a digit'],
    ['.5', null, 'on both sides'],
    ['1e3', null, 'no exponents'],
    ['0x10', null, 'no other bases'],
    ['1_000', null, 'no separators'],
    [' 1', null, 'no spaces'],
    ['', null, 'nothing is not zero'],
    ['90071992547409.92', null, 'more than can be counted'],
  ])('of %j in hundredths gives %j: %s', (text, expected) => {
    expect(parseExactUnits(text, 2)).toBe(expected)
  })

  test.each<[text: string, units: number | null, reason: string]>([
    ['45,69', 4569, 'people write a comma'],
    ['45.69', 4569, 'files may write a point'],
    [' 45,69\u00a0', 4569, 'and spaces around it'],
    ['-45,69', null, 'a meter does not turn back'],
    ['1.234,56', null, 'thousands are not guessed at'],
    ['45,69 kWh', null, 'nor units'],
  ])('of %j as written by people gives %j: %s', (text, expected) => {
    expect(parseWrittenUnits(text, 2)).toBe(expected)
  })
})

test.each(['12,5', '1e3', 'NaN', ''])('arithmetic with %j is refused with an error that names it', (text) => {
  expect(() => multiplyDecimals(text, '1')).toThrow(new RangeError(`Not a decimal: ${text}`))
})

test('division by zero is refused', () => {
  expect(() => divideDecimal('1', '0.00', 2)).toThrow(RangeError)
})

test('a decimal beyond the safe integer range is refused, not rounded', () => {
  expect(() => roundToUnits('90071992547409.92', 2)).toThrow(RangeError)
})

describe('for any decimals', () => {
  const units = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n })

  test('multiplication matches that of integers', () => {
    fc.assert(
      fc.property(units, units, (a, b) => {
        const [left, right] = [formatFixedDecimal(a, 8), formatFixedDecimal(b, 8)]
        expect(multiplyDecimals(left, right)).toBe(trimDecimal(formatFixedDecimal(a * b, 16)))
      }),
    )
  })

  test('a rounded decimal is at most half a unit away', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.nat(12), (units, scale) => {
        const rounded = BigInt(roundToUnits(formatFixedDecimal(units, scale + 4), 2))
        const error = rounded * 10n ** BigInt(scale + 2) - units
        expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(10n ** BigInt(scale + 2))
      }),
    )
  })

  test('a quotient is at most half a unit from the exact value', () => {
    fc.assert(
      fc.property(units, fc.bigInt({ min: 1n, max: 10n ** 6n }), (dividend, divisor) => {
        const rounded = BigInt(divideDecimal(String(dividend), String(divisor), 0))
        const error = rounded * divisor - dividend
        expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(divisor)
      }),
    )
  })
})

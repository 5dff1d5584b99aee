import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatFixedDecimal } from './decimal.ts'
import { centsFromDecimal, decimalFromCents, lineAmountCents, percentOfCents, sumCents } from './money.ts'

const anyCents = fc.maxSafeInteger()

describe('an amount', () => {
  test.each([
    ['45.69', 4569, 'euros and cents'],
    ['0.05', 5, 'less than ten cents'],
    ['-12.30', -1230, 'a refund'],
    ['0.00', 0, 'nothing'],
    ['1234567.89', 123456789, 'no thousands in between'],
  ])('of %s euros is %i cents and back: %s', (euros, cents) => {
    expect(centsFromDecimal(euros)).toBe(cents)
    expect(decimalFromCents(cents)).toBe(euros)
  })

  test.each([
    ['45.695', 'cents are not divided'],
    ['45,69', 'the comma belongs to people'],
    ['', 'nothing is not zero'],
    ['4.5e1', 'no exponents'],
  ])('is not parsed from %j: %s', (text) => {
    expect(() => centsFromDecimal(text)).toThrow(RangeError)
  })

  test('has no rounding errors, however large', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(centsFromDecimal(decimalFromCents(cents))).toBe(cents)
      }),
    )
  })
})

describe('a line of a bill', () => {
  test.each([
    ['123.456', '0.12345678', 1524, 'three decimals of kWh by eight of euros'],
    ['103.5', '0.0759025', 786, 'kW days by euros'],
    ['1', '0.005', 1, 'half a cent goes up'],
    ['-1', '0.005', -1, 'and away from zero'],
    ['1', '0.00499999', 0, 'less than half is nothing'],
    ['1.005', '1', 101, 'where a binary float would lose the cent'],
    ['0', '0.12345678', 0, 'nothing used'],
    ['30', '0', 0, 'nothing charged'],
  ])('of %s at %s euros is %i cents: %s', (quantity, unitPrice, cents) => {
    expect(lineAmountCents({ quantity, unitPrice })).toBe(cents)
  })

  test('is the nearest cent, with halves away from zero', () => {
    const thousandths = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n })
    const priceUnits = fc.bigInt({ min: 0n, max: 10n ** 9n })
    fc.assert(
      fc.property(thousandths, priceUnits, (quantity, price) => {
        const cents = lineAmountCents({
          quantity: formatFixedDecimal(quantity, 3),
          unitPrice: formatFixedDecimal(price, 8),
        })
        const [exact, rounded] = [abs(quantity * price), abs(BigInt(cents) * 10n ** 9n)]
        expect(2n * (exact - rounded)).toBeLessThan(10n ** 9n)
        expect(2n * (rounded - exact)).toBeLessThanOrEqual(10n ** 9n)
      }),
    )
  })
})

describe('a percentage', () => {
  test.each([
    [10000, '21', 2100, 'VAT'],
    [4569, '5.11269632', 234, 'the electricity tax has eight decimals'],
    [50, '21', 11, 'half a cent goes up'],
    [-50, '21', -11, 'and away from zero'],
    [4569, '0', 0, 'no tax'],
    [Number.MAX_SAFE_INTEGER, '100', Number.MAX_SAFE_INTEGER, 'the whole, however large'],
  ])('of %i cents at %s % is %i: %s', (cents, percent, expected) => {
    expect(percentOfCents(cents, percent)).toBe(expected)
  })
})

test('sums amounts', () => {
  expect(sumCents([4569, -69, 500])).toBe(5000)
  expect(sumCents([])).toBe(0)
})

function abs(value: bigint): bigint {
  return value < 0n ? -value : value
}

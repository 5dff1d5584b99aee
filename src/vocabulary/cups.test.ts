import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeCups, normalizeCups, parseCups } from './cups.ts'
import { splitCau, splitCups } from './split-cups.ts'

describe('a CUPS', () => {
  test.each([
    ['ES1234000000000001JN', 'ES1234000000000001JN', 'twenty characters'],
    ['ES1234000000000001JN0F', 'ES1234000000000001JN0F', 'twenty-two, with the principal measuring point'],
    ['ES1234123456789012JY9Z', 'ES1234123456789012JY9Z', 'with another point'],
    ['ES 1234 1234 5678 9012 JY', 'ES1234123456789012JY', 'in groups, as bills print it'],
    ['ES\u00a01234\u202f1234\u00a05678 9012 JY 1F', 'ES1234123456789012JY1F', 'in groups copied from a document'],
    ['ES-1234.1234-5678.9012–JY', 'ES1234123456789012JY', 'with dots and dashes'],
    ['\u200bES1234123456789012JY', 'ES1234123456789012JY', 'with an invisible character'],
    ['es0031000000004021wp', 'ES0031000000004021WP', 'in small letters'],
    ['ESO031OOOOOOOO4O21WP', 'ES0031000000004021WP', 'with the letter O for zeros'],
    ['ES1234000000000001JNOF', 'ES1234000000000001JN0F', 'the last zero too'],
    ['ES9007199254740993LF', 'ES9007199254740993LF', 'with more digits than a float holds'],
  ])('is parsed from %j as %s: %s', (text, cups) => {
    expect(parseCups(text)).toBe(cups)
  })

  test.each([
    ['ES1234123456789012XY', 'the check letters are wrong'],
    ['ES9007199254740993LY', 'a float would take these check letters for right'],
    ['ES0999157172191069YX', 'a digit was mistyped'],
    ['ES123412456789012JY', 'a digit is missing'],
    ['ES1234123456789012JY1', 'half a tail'],
    ['ES1234123456789012JYFF', 'the tail begins with a digit'],
    ['ES1234123456789012JY1T', 'there are no points of kind T'],
    ['ES1234123456789012JY11', 'the tail ends with a letter'],
    ['ES123412X456789012JY', 'a letter among the digits'],
    ['GB1234123456789012JY', 'another country'],
    ['ES0044444444444444441F001', 'the code of a generator is longer'],
    ['', 'nothing'],
  ])('is not parsed from %j: %s', (text) => {
    expect(parseCups(text)).toBeNull()
  })

  test.each([
    ['ES1234000000000001JN0F', 'ES 1234 0000 0000 0001 JN 0F', 'with its point'],
    ['ES1234123456789012JY', 'ES 1234 1234 5678 9012 JY', 'without one'],
  ])('%s is shown as %s: %s', (cups, shown) => {
    expect(splitCups(cups).join(' ')).toBe(shown)
  })

  test.each([
    ['es 0021 99', 'ES002199'],
    ['ESOO21', 'ES0021'],
    ['', ''],
  ])('%j is normalised while it is typed', (typed, tidied) => {
    expect(normalizeCups(typed)).toBe(tidied)
  })

  test('round-trips after it was built', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
    fc.assert(
      fc.property(digits(4), digits(12), fc.constantFrom('', '0F', '1P'), (distributor, number, tail) => {
        const cups = makeCups(distributor, number, tail)
        expect(parseCups(cups)).toBe(cups)
        expect(splitCups(cups).join('')).toBe(cups)
      }),
    )
  })
})

test.each([
  ['ES0031406083219007ZY0FA000', 'ES 0031 4060 8321 9007 ZY 0F A000'],
  ['ES0031406083219007ZYA001', 'ES 0031 4060 8321 9007 ZY A001'],
])('the code of a self-consumption %s is read as %s', (cau, shown) => {
  expect(splitCau(cau).join(' ')).toBe(shown)
})

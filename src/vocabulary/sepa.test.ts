import { expect, test } from 'vitest'
import { buildMandateReference, buildSepaCreditorId } from './sepa.ts'

test.each([
  ['B58378431', 'of a company'],
  ['12345678Z', 'of a person'],
  ['b-58.378.431', 'as it is written'],
])('a creditor with the tax id %s has an identifier with valid check digits: %s', (taxId) => {
  const id = buildSepaCreditorId(taxId, '000')
  expect(id).toMatch(/^ES\d{2}000\w{9}$/)
  // Moved to the end, as banks check it, without the suffix, which is not part of the check.
  const numeric = [...`${id.slice(7)}ES${id.slice(2, 4)}`].map((character) => Number.parseInt(character, 36)).join('')
  expect(BigInt(numeric) % 97n).toBe(1n)
})

test('the check digits do not depend on the suffix', () => {
  // ES23ZZZ47690558N is the sample of python-stdnum (eu.at_02).
  expect(buildSepaCreditorId('47690558N', 'ZZZ')).toBe('ES23ZZZ47690558N')
  expect(buildSepaCreditorId('47690558N', '000')).toBe('ES2300047690558N')
})

test.each([
  ['0048213', '0048213-20261120152433'],
  ['2023/17 bis', '2023-17-bis-20261120152433'],
  ['A very long name of a contract 1', 'A-very-long-name-of-20261120152433'],
])('the mandate of contract %s has the reference %s', (name, reference) => {
  const made = buildMandateReference(name, new Date('2026-11-20T15:24:33.120Z'))
  expect(made).toBe(reference)
  expect(made.length).toBeLessThanOrEqual(35)
})

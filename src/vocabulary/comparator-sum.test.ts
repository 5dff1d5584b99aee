import { expect, test } from 'vitest'
import type { ComparatorCode } from './comparator-code.ts'
import { type ComparatorRates, reconcileComparatorCode, sumComparatorCode } from './comparator-sum.ts'

const mainland: ComparatorRates = {
  electricityTax: '5.11269632',
  electricityTaxMinimumPerMwh: '1',
  electricity: '21',
  other: '21',
  services: '21',
}
const canaries = { ...mainland, electricity: '0', other: '7', services: '7' }
const lowered = { ...mainland, electricityTax: '0.5', electricity: '10', other: '10' }

// A bill of September 2026 that was read from its code, with the contribution outside the base of the electricity tax.
const bill: ComparatorCode = {
  ...{ impPot: '14.38', impEner: '4.92', finBS: '0.72', impOtrosSinIE: '0.77', exc: '0', ajuste: '0', imp: '26.35' },
  ...{ cfP1: '10', cfP2: '10', cfP3: '23' },
}

test.each<[reason: string, changes: ComparatorCode, rates: ComparatorRates, expected: string | null]>([
  ['outside, as read from a bill', {}, mainland, 'outside'],
  ['inside, four cents more', { imp: '26.39' }, mainland, 'inside'],
  ['inside where there is no contribution', { finBS: '0', imp: '25.48' }, mainland, 'inside'],
  ['a contribution within the regulated price', { finBS: '-1', ajuste: '-1', imp: '25.48' }, mainland, 'inside'],
  ['a cent less, rounded once at the end', { imp: '26.34' }, mainland, 'outside'],
  ['two cents less', { imp: '26.33' }, mainland, null],
  ['compensation up to the energy', { exc: '9', imp: '20.13' }, mainland, 'inside'],
  ['a discount on the electricity', { dto: '2', imp: '23.97' }, mainland, 'inside'],
  ['a service at the general rate', { impSA: '3', imp: '30.02' }, mainland, 'inside'],
  ['the least electricity tax of a lowered rate', { cfP3: '980', imp: '23.97' }, lowered, 'inside'],
  ['the taxes of the Canary Islands', { imp: '21.86' }, canaries, 'inside'],
  ['no amounts, as of a correction', { impPot: undefined, tf: 'A' }, mainland, null],
  ['no total', { imp: undefined }, mainland, null],
])('reconciles: %s', (_, changes, rates, expected) => {
  expect(reconcileComparatorCode({ ...bill, ...changes }, rates)).toBe(expected)
})

test.each<[reason: string, code: ComparatorCode, expected: number]>([
  ['nothing', {}, 0],
  ['what is charged twice over with one rate', { impPot: '10', impOtrosSinIE: '1' }, 1_393],
  ['a bill of credits', { impPot: '-10' }, -1_210],
])('sums %s', (_, code, expected) => {
  expect(sumComparatorCode(code, mainland, 'inside')).toBe(expected)
})

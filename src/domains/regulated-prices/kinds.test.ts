import { expect, test } from 'vitest'
import { regulatedPriceAt } from '#vocabulary/dated-regulated-prices.ts'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import { applyOperatorRows, findNumbersProblem, listNumbers, listRows, regulatedPriceKinds } from './kinds.ts'

const kindOf = (name: string) => regulatedPriceKinds.find((kind) => kind.name === name)!
const own = (name: string, value: string) => ({
  ...{ name, value, valid_from: '2027-01-01', valid_to: null, source: 'Orden TED/1/2027' },
})

test('applies an operator’s value where bills look it up, and leaves the others unchanged', () => {
  const figures = applyOperatorRows([
    own('igic', '3'),
    own('meter_rental_three_phase', '0.05'),
    own('access_power 2.0TD', '28 0.8'),
    own('reduced_electricity_vat', '10 9.999'),
  ])
  const day = '2027-03-01'
  expect(regulatedPriceAt(figures.igic, day).value).toBe('3')
  expect(regulatedPriceAt(figures.meterRental.three_phase, day).value).toBe('0.05')
  expect(regulatedPriceAt(figures.accessPrices['2.0TD'].power, day).value).toEqual(['28', '0.8'])
  expect(regulatedPriceAt(figures.reducedElectricityVat, day).value).toEqual({
    percent: '10',
    maximumPowerWatts: 9_999,
  })
  expect(figures.meterRental.single_phase).toBe(regulatedPrices.meterRental.single_phase)
  expect(regulatedPriceAt(figures.meterRental.three_phase, '2026-12-31').value).toBe('0.044712')
})

test('has unique names, and only values that could be entered', () => {
  expect(new Set(regulatedPriceKinds.map(({ name }) => name)).size).toBe(regulatedPriceKinds.length)
  const problems = regulatedPriceKinds.flatMap((kind) =>
    listRows(regulatedPrices, kind).map(({ value }) => findNumbersProblem(kind, listNumbers(kind, value))),
  )
  expect(problems.filter(Boolean)).toEqual([])
})

test.each([
  ['vat', ['21'], null],
  ['vat', ['100.5'], 'beyond_percent'],
  ['vat', ['-1'], 'not_figure'],
  ['vat', ['21', '10'], 'count_wrong'],
  ['access_power 2.0TD', ['28', '0.8'], null],
  ['access_power 2.0TD', ['28'], 'count_wrong'],
  ['access_energy 3.0TD', ['1', '2', '3', '4', '5', 'six'], 'not_figure'],
  ['reduced_electricity_vat', ['10', '10'], null],
  ['hydrocarbon_tax', ['0,00234'], 'not_figure'],
])('validates for %s the value %j as %j', (name, numbers, problem) => {
  expect(findNumbersProblem(kindOf(name), numbers)).toBe(problem)
})

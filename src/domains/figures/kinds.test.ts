import { expect, test } from 'vitest'
import { figureAt } from '#vocabulary/dated-figures.ts'
import { regulatedFigures } from '#vocabulary/regulated-figures.ts'
import { figureKinds, numbersOf, rowsOf, valueProblem, withOwnRows } from './kinds.ts'

const kindOf = (name: string) => figureKinds.find((kind) => kind.name === name)!
const own = (name: string, value: string) => ({
  ...{ name, value, valid_from: '2027-01-01', valid_to: null, source: 'Orden TED/1/2027' },
})

test('a value of an operator is found where bills look for it, and the others stay', () => {
  const figures = withOwnRows([
    own('igic', '3'),
    own('meter_rental_three_phase', '0.05'),
    own('access_power 2.0TD', '28 0.8'),
    own('reduced_electricity_vat', '10 9.999'),
  ])
  const day = '2027-03-01'
  expect(figureAt(figures.igic, day).value).toBe('3')
  expect(figureAt(figures.meterRental.three_phase, day).value).toBe('0.05')
  expect(figureAt(figures.accessPrices['2.0TD'].power, day).value).toEqual(['28', '0.8'])
  expect(figureAt(figures.reducedElectricityVat, day).value).toEqual({ percent: '10', maximumPowerWatts: 9_999 })
  expect(figures.meterRental.single_phase).toBe(regulatedFigures.meterRental.single_phase)
  expect(figureAt(figures.meterRental.three_phase, '2026-12-31').value).toBe('0.044712')
})

test('no two figures have one name, and every value known is one that could be entered', () => {
  expect(new Set(figureKinds.map(({ name }) => name)).size).toBe(figureKinds.length)
  const problems = figureKinds.flatMap((kind) =>
    rowsOf(regulatedFigures, kind).map(({ value }) => valueProblem(kind, numbersOf(kind, value))),
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
])('of %s the value %j: %j', (name, numbers, problem) => {
  expect(valueProblem(kindOf(name), numbers)).toBe(problem)
})

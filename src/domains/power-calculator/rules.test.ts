import { describe, expect, test } from 'vitest'
import { type Appliance, type ApplianceName, appliances } from './appliances.ts'
import {
  type CalculatorForm,
  calculate,
  computeAppliancePower,
  computeChargingWatts,
  emptyForm,
  isDirty,
  parsePositiveInteger,
  roundUpToContractable,
} from './rules.ts'

const cups = 'ES0237990000000001CC0F'
const rowOf = (name: ApplianceName) => (appliances as readonly Appliance[]).find((each) => each.name === name)!
const usual = { quantity: '1', option: '', area: 80, simultaneity: '0.4' } as const

describe('computes the power of each appliance in hundredths of a kW', () => {
  test.each<[ApplianceName, Partial<Parameters<typeof computeAppliancePower>[1]>, number]>([
    ['electricHeater', {}, 48],
    ['electricHeater', { quantity: '3' }, 144],
    ['heating', {}, 90],
    ['heating', { area: 1_250 }, 1_260],
    ['heating', { area: 80, simultaneity: '0.6' }, 90],
    ['waterHeater', { option: '30' }, 48],
    ['waterHeater', { option: '50' }, 64],
    ['waterHeater', { option: '80' }, 80],
    ['waterHeater', { option: '100' }, 96],
    ['dishwasher', {}, 68],
    ['dishwasher', { simultaneity: '0.25' }, 43],
    ['washer', {}, 80],
    ['dryer', {}, 80],
    ['oven', { simultaneity: '0.6' }, 120],
    ['hob', {}, 60],
    ['airConditioning', { quantity: '2' }, 120],
    ['microwave', {}, 44],
    ['microwave', { simultaneity: '0.25' }, 28],
    ['fridge', {}, 30],
    ['fridge', { quantity: '2', simultaneity: '0.25' }, 60],
    ['tv', {}, 8],
    ['electricVehicle', { quantity: '2' }, 0],
    ['pool', { quantity: '50' }, 43],
    ['pool', { quantity: '32.5' }, 28],
    ['gasOil', {}, 0],
    ['stove', {}, 48],
  ])('%s %o: %i', (name, use, expected) => {
    expect(computeAppliancePower(rowOf(name), { ...usual, ...use })).toBe(expected)
  })

  test('covers the whole catalogue', () => {
    expect(appliances).toHaveLength(16)
  })
})

const filled = (own: Partial<CalculatorForm['appliances']>, given: Partial<CalculatorForm> = {}): CalculatorForm => ({
  ...emptyForm,
  cups,
  area: '80',
  people: '3',
  ...given,
  appliances: { ...emptyForm.appliances, ...own },
})
const one = { isEnabled: true, quantity: '1', option: '' }

describe('the form', () => {
  test('sums the power of each appliance, rounded individually', () => {
    const form = filled({ dishwasher: one, microwave: one, fridge: one }, { simultaneity: '0.25' })
    const answer = calculate(form, 'es')
    expect(answer).toMatchObject({ calculation: { optimalCentiKw: 43 + 28 + 30, area: 80, people: 3 } })
    expect('calculation' in answer && answer.calculation.appliances).toHaveLength(16)
  })

  test.each<[string, CalculatorForm, object]>([
    ['without a CUPS', filled({ tv: one }, { cups: '' }), { cups: 'cups_required' }],
    ['with an invalid CUPS', filled({ tv: one }, { cups: 'ES0237990000000001CD' }), { cups: 'cups_not_valid' }],
    ['without an area', filled({ tv: one }, { area: '0' }), { area: 'area_required' }],
    ['with a fraction of a square metre', filled({ tv: one }, { area: '80,5' }), { area: 'area_required' }],
    ['without people', filled({ tv: one }, { people: '' }), { people: 'people_required' }],
    ['without appliances', filled({}), { appliances: 'appliance_required' }],
    ['without a quantity', filled({ tv: { ...one, quantity: '0' } }), { tv: 'quantity_required' }],
    ['without the size of the pool', filled({ pool: { ...one, quantity: 'x' } }), { pool: 'quantity_required' }],
  ])('%s returns the problem', (_, form, problems) => {
    expect(calculate(form, 'es')).toEqual({ problems })
  })

  test('is dirty once something is filled in', () => {
    expect([isDirty(emptyForm), isDirty({ ...emptyForm, area: '8' })]).toEqual([false, true])
  })

  test.each([
    ['1.250', 1_250],
    ['1,250', 1_250],
    ['1 250', 1_250],
    ['12.345', 12_345],
    ['80,5', null],
    ['-3', null],
    ['', null],
    ['100001', null],
  ])('parses %s as %s square metres', (text, expected) => {
    expect(parsePositiveInteger(text, { max: 100_000, locale: 'es' })).toBe(expected)
  })
})

describe('contractable power', () => {
  test.each([
    ['no need still takes the minimum power', 0, 1_000],
    ['a need below the minimum takes it as well', 38, 1_000],
    ['a whole tenth stays', 330, 3_300],
    ['anything between is rounded up', 331, 3_400],
    ['up to 15 kW', 1_499, 15_000],
    ['and above', 1_501, 15_100],
  ])('%s: %i', (_, centiKw, watts) => {
    expect(roundUpToContractable(centiKw)).toBe(watts)
  })

  test.each([
    ['a car alone takes the power of its charging point', 0, 1, { managed: 3_700, unmanaged: 3_700 }],
    ['managed charging uses the power that the home leaves', 250, 1, { managed: 3_700, unmanaged: 6_200 }],
    ['a home with a higher need leaves enough for managed charging', 520, 1, { managed: 5_200, unmanaged: 8_900 }],
    ['two cars take twice as much unless they are managed', 300, 2, { managed: 3_700, unmanaged: 10_400 }],
  ])('%s', (_, optimalCentiKw, carCount, watts) => {
    expect(computeChargingWatts({ optimalCentiKw, carCount })).toEqual(watts)
  })

  test('counts the cars to charge', () => {
    const cars = (own: typeof one) => calculate(filled({ tv: one, electricVehicle: own }), 'es')
    expect(cars({ ...one, quantity: '2' })).toMatchObject({ calculation: { carCount: 2 } })
    expect(cars({ ...one, isEnabled: false })).toMatchObject({ calculation: { carCount: 0 } })
  })
})

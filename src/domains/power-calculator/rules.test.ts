import { describe, expect, test } from 'vitest'
import { type Appliance, type ApplianceName, appliances } from './appliances.ts'
import {
  type CalculatorForm,
  calculate,
  chargingWatts,
  contractableWatts,
  emptyForm,
  isDirty,
  powerOf,
  readWhole,
} from './rules.ts'

const cups = 'ES0237990000000001CC0F'
const rowOf = (name: ApplianceName) => (appliances as readonly Appliance[]).find((each) => each.name === name)!
const usual = { quantity: '1', option: '', area: 80, simultaneity: '0.4' } as const

describe('what each appliance needs, in hundredths of a kW', () => {
  test.each<[ApplianceName, Partial<Parameters<typeof powerOf>[1]>, number]>([
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
    expect(powerOf(rowOf(name), { ...usual, ...use })).toBe(expected)
  })

  test('all of the catalogue are counted', () => {
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
  test('comes to the sum of what each appliance needs, rounded by itself', () => {
    const form = filled({ dishwasher: one, microwave: one, fridge: one }, { simultaneity: '0.25' })
    const answer = calculate(form, 'es')
    expect(answer).toMatchObject({ calculation: { optimalCentiKw: 43 + 28 + 30, area: 80, people: 3 } })
    expect('calculation' in answer && answer.calculation.appliances).toHaveLength(16)
  })

  test.each<[string, CalculatorForm, object]>([
    ['without a CUPS', filled({ tv: one }, { cups: '' }), { cups: 'cups_required' }],
    ['with a wrong CUPS', filled({ tv: one }, { cups: 'ES0237990000000001CD' }), { cups: 'cups_not_valid' }],
    ['without an area', filled({ tv: one }, { area: '0' }), { area: 'area_required' }],
    ['with a part of a square metre', filled({ tv: one }, { area: '80,5' }), { area: 'area_required' }],
    ['without people', filled({ tv: one }, { people: '' }), { people: 'people_required' }],
    ['without appliances', filled({}), { appliances: 'appliance_required' }],
    ['without a quantity', filled({ tv: { ...one, quantity: '0' } }), { tv: 'quantity_required' }],
    ['without the size of the pool', filled({ pool: { ...one, quantity: 'x' } }), { pool: 'quantity_required' }],
  ])('%s says what is wrong', (_, form, problems) => {
    expect(calculate(form, 'es')).toEqual({ problems })
  })

  test('is touched once something is filled in', () => {
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
  ])('reads %s as %s square metres', (text, expected) => {
    expect(readWhole(text, { most: 100_000, locale: 'es' })).toBe(expected)
  })
})

describe('what can be contracted', () => {
  test.each([
    ['nothing needed still takes the least power there is', 0, 1_000],
    ['less than the least as well', 38, 1_000],
    ['a tenth is what it is', 330, 3_300],
    ['what is between goes up', 331, 3_400],
    ['up to 15 kW', 1_499, 15_000],
    ['and above', 1_501, 15_100],
  ])('%s: %i', (_, centiKw, watts) => {
    expect(contractableWatts(centiKw)).toBe(watts)
  })

  test.each([
    ['a car alone takes its charging point', 0, 1, { managed: 3_700, unmanaged: 3_700 }],
    ['a manager charges with what the home leaves', 250, 1, { managed: 3_700, unmanaged: 6_200 }],
    ['a home that needs more has room for it', 520, 1, { managed: 5_200, unmanaged: 8_900 }],
    ['two cars take twice as much unless they are managed', 300, 2, { managed: 3_700, unmanaged: 10_400 }],
  ])('%s', (_, optimalCentiKw, carCount, watts) => {
    expect(chargingWatts({ optimalCentiKw, carCount })).toEqual(watts)
  })

  test('the form tells how many cars there are to charge', () => {
    const cars = (own: typeof one) => calculate(filled({ tv: one, electricVehicle: own }), 'es')
    expect(cars({ ...one, quantity: '2' })).toMatchObject({ calculation: { carCount: 2 } })
    expect(cars({ ...one, isEnabled: false })).toMatchObject({ calculation: { carCount: 0 } })
  })
})

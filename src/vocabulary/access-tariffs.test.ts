import { expect, test } from 'vitest'
import { electricityAccessTariffs, electricityTariffsForPower, gasTariffForYear } from './access-tariffs.ts'

test('electricity tariffs have the codes of the market', () => {
  expect(electricityAccessTariffs.map(({ code, name }) => `${code} ${name}`).slice(0, 3)).toEqual([
    '018 2.0TD',
    '019 3.0TD',
    '020 6.1TD',
  ])
  expect(electricityAccessTariffs.at(-1)).toEqual({ id: 26, code: '026', name: '6.2TDVE' })
})

test.each([
  [15_000, '2.0TD', 'the limit belongs to the domestic tariff'],
  [15_001, '3.0TD', 'a watt more does not'],
])('at %i W offers %s as the first tariff: %s', (powerWatts, first) => {
  expect(electricityTariffsForPower(powerWatts)[0]?.name).toBe(first)
})

test('offers no domestic tariff above the domestic limit', () => {
  expect(electricityTariffsForPower(15_001).map(({ name }) => name)).not.toContain('2.0TD')
})

test.each([
  [5_000, 'RL.1', 'R1'],
  [5_000.001, 'RL.2', 'R2'],
  [15_000, 'RL.2', 'R2'],
  [300_001, 'RL.5', 'R5'],
  [150_000_001, 'RL.10', 'L0'],
])('a supply of %d kWh a year pays the toll %s', (kwh, name, code) => {
  expect(gasTariffForYear(kwh * 1_000)).toMatchObject({ name, code })
})

import { expect, test } from 'vitest'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { TariffZone } from '#vocabulary/tariff-periods.ts'
import { connectionCharges } from './connection-charges.ts'

test.each([
  ['2024-05-15', '3.8', 'the rate of the specification'],
  ['2026-04-15', '0.5', 'the rate of the spring of 2026'],
  ['2026-10-15', '5.11269632', 'the general one'],
])('returns for %s the electricity tax %s %%: %s', (day, percent) => {
  expect(connectionCharges({ zone: 'peninsula', day, isOver20YearsOld: false })).toMatchObject({
    hookUpEur: '9.04476',
    accessEurPerKw: '19.7',
    extensionEurPerKw: '17.27',
    verificationEur: null,
    electricityTaxPercent: percent,
    tax: { kind: 'vat', percent: '21' },
  })
})

const at = (zone: TariffZone) => ({ zone, day: '2026-10-15', isOver20YearsOld: false })

test('includes a verification for a contract of more than twenty years', () => {
  expect(connectionCharges({ ...at('peninsula'), isOver20YearsOld: true }).verificationEur).toBe('8.01')
})

test.each<[TariffZone, 'igic' | 'ipsi', string | null]>([
  ['canarias', 'igic', '7'],
  ['ceuta', 'ipsi', null],
  ['melilla', 'ipsi', null],
])('uses the general tax rate of %s, preferring the operator’s figure to the built-in one', (zone, kind, known) => {
  expect(connectionCharges(at(zone)).tax).toEqual(known === null ? null : { kind, percent: known })
  const rows = [{ validFrom: '2026-01-01', validTo: null, value: '3', source: 'the operator' }]
  const figures = { ...regulatedPrices, [kind]: { ...regulatedPrices[kind], rows } }
  expect(connectionCharges(at(zone), figures).tax).toEqual({ kind, percent: '3' })
})

import { expect, test } from 'vitest'
import type { BillLine } from '#vocabulary/bill.ts'
import { makeCups } from '#vocabulary/cups.ts'
import type { InvoicedPoint } from './invoice-document-model.ts'
import { computeTaxBreakdown, computeTownTotals } from './multipoint-totals.ts'

const line = { period: null, firstDay: '2026-10-01', lastDay: '2026-10-31', days: null, figure: null } as const
const energy = (amountCents: number): BillLine => ({
  ...line,
  ...{ kind: 'energy', quantity: '1', unit: 'EUR', unitPrice: String(amountCents / 100), amountCents },
})
const tax = (kind: 'vat' | 'igic', percent: string, base: string, amountCents: number): BillLine => ({
  ...line,
  ...{ kind, quantity: base, unit: 'percent', unitPrice: percent, amountCents },
})
const wallet: BillLine = {
  ...line,
  ...{ kind: 'wallet', quantity: '1', unit: 'EUR', unitPrice: '-2', amountCents: -200 },
}

function point(lines: BillLine[], more: Partial<InvoicedPoint> = {}): InvoicedPoint {
  const totalCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const cups = makeCups('0031', '406000000001', '0F')
  const place = { town: 'Vic', address: 'Carrer Major, 1, Vic' }
  return { ...place, cups, invoiceNumber: 'FE1', energyWh: 1_000, totalCents, lines, ...more }
}
const atVat = point([energy(10_000), tax('vat', '21', '100.00', 2_100)])

const cases: [string, InvoicedPoint[], [string, number, number, number][], number, [number, number]][] = [
  [
    'adds up one rate, however it is written',
    [atVat, point([energy(5_000), tax('vat', '21.00', '50', 1_050)])],
    [['vat', 21, 15_000, 3_150]],
    0,
    [0, 0],
  ],
  [
    'lists rates separately, the highest first',
    [point([energy(1_000), tax('vat', '10', '10', 100)]), atVat],
    [
      ['vat', 21, 10_000, 2_100],
      ['vat', 10, 1_000, 100],
    ],
    0,
    [0, 0],
  ],
  [
    'lists both rates of a month in which the rate changed',
    [point([energy(2_000), tax('vat', '21', '10', 210), tax('vat', '10', '10', 100)])],
    [
      ['vat', 21, 1_000, 210],
      ['vat', 10, 1_000, 100],
    ],
    0,
    [0, 0],
  ],
  [
    'lists taxes separately',
    [point([energy(1_000), tax('igic', '3', '10', 30)]), atVat],
    [
      ['vat', 21, 10_000, 2_100],
      ['igic', 3, 1_000, 30],
    ],
    0,
    [0, 0],
  ],
  [
    'lists payments from a wallet separately',
    [point([energy(1_000), tax('vat', '21', '10', 210), wallet])],
    [['vat', 21, 1_000, 210]],
    -200,
    [0, 0],
  ],
  [
    'counts supply points without tax details',
    [atVat, point([], { totalCents: 5_000 }), point([energy(700)])],
    [['vat', 21, 10_000, 2_100]],
    0,
    [2, 5_700],
  ],
  ['is empty without supply points', [], [], 0, [0, 0]],
]
test.each(cases)('the breakdown %s, and adds up to the total', (_, points, taxes, untaxedCents, untold) => {
  const found = computeTaxBreakdown(points)
  expect(found.taxes.map(({ kind, percent, baseCents, taxCents }) => [kind, percent, baseCents, taxCents])).toEqual(
    taxes,
  )
  expect([found.untaxedCents, [found.notItemized.count, found.notItemized.totalCents]]).toEqual([untaxedCents, untold])
  const all = found.taxes.reduce((sum, { baseCents, taxCents }) => sum + baseCents + taxCents, 0)
  expect(all + found.untaxedCents + found.notItemized.totalCents).toBe(
    points.reduce((sum, { totalCents }) => sum + totalCents, 0),
  )
})

test('groups points by town and address with their totals, also in whole kilowatt hours', () => {
  const at = (town: string, address: string, energyWh: number) => point([energy(100)], { town, address, energyWh })
  const towns = computeTownTotals([
    at('Manlleu', 'Plaça, 3, Manlleu', 1_400),
    at('Vic', 'Carrer Major, 1, Vic', 1_400),
    at('Vic', 'Carrer Major, 1, Vic', 1_400),
    at('Vic', 'Rambla, 2, Vic', 800),
  ])
  const townTotals = towns.map(({ name, points, energyWh, totalCents, addresses }) => [
    ...[name, points.length, energyWh, totalCents],
    addresses.map(({ name, points, energyWh }) => [name, points.length, energyWh]),
  ])
  expect(townTotals).toEqual([
    ['Manlleu', 1, expect.any(Number), 100, [['Plaça, 3, Manlleu', 1, expect.any(Number)]]],
    [
      ...['Vic', 3, expect.any(Number), 300],
      [
        ['Carrer Major, 1, Vic', 2, expect.any(Number)],
        ['Rambla, 2, Vic', 1, expect.any(Number)],
      ],
    ],
  ])
  const energies = towns.flatMap(({ points }) => points.map(({ energyWh }) => energyWh))
  expect(energies.every((energyWh) => energyWh % 1_000 === 0)).toBe(true)
  expect(towns.map(({ energyWh }) => energyWh).reduce((sum, energyWh) => sum + energyWh)).toBe(5_000)
})

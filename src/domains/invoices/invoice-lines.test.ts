import { describe, expect, test } from 'vitest'
import type { BillLine } from '#vocabulary/bill.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { formatLine, periodName } from './invoice-lines.ts'
import { groupLines } from './line-groups.ts'
import { documentContextIn, invoice } from './server/document-testing.ts'

const days = { firstDay: '2026-10-01', lastDay: '2026-10-31' }

function aLine(line: Partial<BillLine>): BillLine {
  const plain = {
    kind: 'energy',
    period: null,
    quantity: '1',
    unit: 'kWh',
    days: null,
    unitPrice: '1',
    figure: null,
  } as const
  return { ...plain, ...days, amountCents: 100, ...line }
}

test('groups the lines by subject, and the groups add up to the total', () => {
  const groups = groupLines(invoice.lines)
  expect(groups.map(({ name }) => name)).toEqual(['power', 'energy', 'surplus', 'other', 'taxes', 'wallet'])
  expect(groups.find(({ name }) => name === 'energy')!.lines.map(({ kind }) => kind)).toContain('energy_discount')
  expect(groups.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(invoice.totalCents)
  expect(new Set(groups.flatMap(({ lines }) => lines))).toEqual(new Set(invoice.lines))
})

describe('formatLine', () => {
  const paper = documentContextIn('es')

  test.each<[Partial<BillLine>, string[], string]>([
    [
      { kind: 'power', period: 1, quantity: '4.6', unit: 'kW', days: 31, unitPrice: '0.092877', amountCents: 1324 },
      ['P1', '4,6 kW × 31 días', '0,092877 €/kW y día', '13,24 €'],
      'power is charged per kW and day',
    ],
    [
      { kind: 'energy', quantity: '1234.567', unitPrice: '0.2139', amountCents: 26408 },
      ['Energía', '1.234,567 kWh', '0,2139 €/kWh', '264,08 €'],
      'energy to the Wh, so that it can be checked',
    ],
    [
      { kind: 'meter', quantity: '1', unit: 'day', unitPrice: '0.02663', amountCents: 3 },
      ['Alquiler del contador', '1 día', '0,02663 €/día', '0,03 €'],
      'one day is one day',
    ],
    [
      { kind: 'electricity_tax', quantity: '38.98', unit: 'percent', unitPrice: '5.11269632', amountCents: 199 },
      ['Impuesto eléctrico', '38,98 €', '5,11269632 %', '1,99 €'],
      'a tax is a percentage of its base, which is an amount',
    ],
    [
      { kind: 'electricity_tax', quantity: '0.198', unit: 'MWh', unitPrice: '1', amountCents: 20 },
      ['Impuesto eléctrico', '0,198 MWh', '1 €/MWh', '0,20 €'],
      'its minimum goes by energy',
    ],
    [
      { kind: 'energy_discount', quantity: '29.22', unit: 'percent', unitPrice: '-5', amountCents: -146 },
      ['Descuento en la energía', '29,22 €', '−5 %', '−1,46 €'],
      'what is taken off has a minus sign',
    ],
    [
      { kind: 'wallet', quantity: '3.4', unit: 'EUR', unitPrice: '-1', amountCents: -340 },
      ['Pagado con tu monedero solar', '', '', '−3,40 €'],
      'an amount that was not multiplied stands alone',
    ],
    [
      { kind: 'meter', quantity: '15', unit: 'day', unitPrice: '0.02', amountCents: 30, lastDay: '2026-10-15' },
      ['Alquiler del contador, del 01/10/2026 al 15/10/2026', '15 días', '0,02 €/día', '0,30 €'],
      'a price that changed within the bill says from when to when',
    ],
    [
      {
        kind: 'power_excess',
        period: 1,
        quantity: '2.5',
        unit: 'kW',
        days: 31,
        unitPrice: '0.171373',
        amountCents: 1328,
      },
      ['Exceso de potencia, P1', '2,5 kW × 31 días', '0,171373 €/kW y día', '13,28 €'],
      'what was taken above a power is named with its period, beside the power',
    ],
    [
      { kind: 'power_excess', period: 4, quantity: '12.5', unit: 'kW', unitPrice: '0.478581', amountCents: 598 },
      ['Exceso de potencia, P4', '12,5 kW', '0,478581 €/kW', '5,98 €'],
      'the root of quarter hours has no days',
    ],
    [
      { kind: 'reactive_energy', period: 2, quantity: '57', unit: 'kvarh', unitPrice: '0.062332', amountCents: 355 },
      ['Energía reactiva, P2', '57 kvarh', '0,062332 €/kvarh', '3,55 €'],
      'reactive energy has a unit of its own',
    ],
    [
      { kind: 'service', label: 'Mantenimiento', quantity: '5', unit: 'EUR', amountCents: 500 },
      ['Servicio: Mantenimiento', '', '', '5,00 €'],
      'a service says which',
    ],
    [
      { kind: 'discount', quantity: '50', unit: 'percent', unitPrice: '-10', amountCents: -500, endsOn: '2027-03-31' },
      ['Descuento, hasta el 31/03/2027', '50,00 €', '−10 %', '−5,00 €'],
      'a discount says of what it is taken and until when',
    ],
  ])('formats %o as %j: %s', (line, expected) => {
    const lines = [aLine(line)]
    const written = formatLine(lines[0]!, { ...days, lines }, paper)
    expect(written.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(expected)
  })
})

test.each<[Period, number, string, string]>([
  [1, 2, 'Punta', 'two powers: the first is for peak and flat hours'],
  [2, 2, 'Valle', 'and the second for the cheap ones'],
  [2, 3, 'Llano', 'three energies'],
  [3, 3, 'Valle', 'whose third is the cheapest'],
  [2, 6, 'P2', 'six are known by their number'],
])('period %i of %i is %s: %s', (period, count, expected) => {
  expect(periodName(period, count, documentContextIn('es'))).toBe(expected)
})

test('counts the periods of a line among lines of its own kind', () => {
  const names = invoice.lines
    .filter(({ kind }) => kind === 'power' || kind === 'energy')
    .map((line) => formatLine(line, invoice, documentContextIn('ca'))[0])
  expect(names).toEqual(['Punta', 'Vall', 'Punta', 'Pla', 'Vall'])
})

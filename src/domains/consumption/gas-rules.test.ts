import { describe, expect, test } from 'vitest'
import type { GasReading } from './gas-reading.ts'
import { gasMonths, gasReadings, type InvoicedGas } from './gas-rules.ts'

const kwh = (count: number) => count * 1000

describe('the months of gas', () => {
  const invoice = (firstDay: string, lastDay: string, energy: number): InvoicedGas => ({
    firstDay,
    lastDay,
    energyWh: kwh(energy),
  })
  const range = { start: '2026-09-01', end: '2026-10-31' }
  const months: [why: string, invoices: InvoicedGas[], expected: (number | boolean | null)[][]][] = [
    [
      'no invoice: nothing is known',
      [],
      [
        [null, 30, false],
        [null, 31, false],
      ],
    ],
    [
      'an invoice of a month is that month',
      [invoice('2026-09-01', '2026-09-30', 120), invoice('2026-10-01', '2026-10-31', 310)],
      [
        [kwh(120), 0, false],
        [kwh(310), 0, false],
      ],
    ],
    [
      'an invoice of two months is shared out by days',
      [invoice('2026-09-01', '2026-10-31', 610)],
      [
        [kwh(300), 0, true],
        [kwh(310), 0, true],
      ],
    ],
    [
      'one that begins before the range gives its part',
      [invoice('2026-08-17', '2026-09-15', 300)],
      [
        [kwh(150), 15, true],
        [null, 31, false],
      ],
    ],
    [
      'two of a month are added, and the day that both bill is no gap',
      [invoice('2026-09-01', '2026-09-16', 160), invoice('2026-09-16', '2026-09-30', 150)],
      [
        [kwh(310), 0, false],
        [null, 31, false],
      ],
    ],
    [
      'nothing used is nothing, not unknown',
      [invoice('2026-09-01', '2026-09-30', 0)],
      [
        [0, 0, false],
        [null, 31, false],
      ],
    ],
  ]
  test.each(months)('%s', (_, invoices, expected) => {
    const told = gasMonths(invoices, range)
    expect(told.map(({ month }) => month)).toEqual(['2026-09-01', '2026-10-01'])
    expect(told.map(({ energyWh, missingDays, isShared }) => [energyWh, missingDays, isShared])).toEqual(expected)
  })

  test('the shares of an invoice add up to it', () => {
    const told = gasMonths([{ firstDay: '2026-01-13', lastDay: '2026-10-09', energyWh: 1_000_001 }], {
      start: '2026-01-01',
      end: '2026-12-31',
    })
    expect(told.reduce((sum, { energyWh }) => sum + (energyWh ?? 0), 0)).toBe(1_000_001)
  })
})

describe('the readings of a gas meter', () => {
  const read = (day: string, cubicMetres: number, more: Partial<GasReading> = {}): GasReading => ({
    day,
    registerLitres: cubicMetres * 1000,
    factorKwhPerM3: 11.46287,
    calorificKwhPerM3: 11.698,
    energyWh: null,
    isEstimated: false,
    ...more,
  })
  const sent = (day: string, cubicMetres: number) => ({ day, registerLitres: cubicMetres * 1000 })
  const brief = (readings: ReturnType<typeof gasReadings>) =>
    readings.map(({ day, origin, usedLitres, energyWh }) => [day, origin, usedLitres, energyWh])

  test('tell what was used since the one before, by volume and factor, the newest first', () => {
    expect(brief(gasReadings([read('2026-09-30', 9832), read('2026-10-31', 10_063)], []))).toEqual([
      ['2026-10-31', 'distributor', 231_000, 2_648_000],
      ['2026-09-30', 'distributor', null, null],
    ])
  })

  test('of the customer stand between them, and leave what is billed as it is', () => {
    const readings = gasReadings([read('2026-09-30', 100), read('2026-10-31', 120)], [sent('2026-10-15', 108)])
    expect(brief(readings)).toEqual([
      ['2026-10-31', 'distributor', 20_000, 229_000],
      ['2026-10-15', 'own', 8_000, null],
      ['2026-09-30', 'distributor', null, null],
    ])
  })

  test.each([
    [
      'the energy that the distributor counts comes before volume and factor',
      120,
      { energyWh: 230_000 },
      20_000,
      230_000,
    ],
    ['a meter that was replaced begins anew', 3, {}, null, null],
    ['its energy may be known all the same', 3, { energyWh: 55_000 }, null, 55_000],
    ['without a factor there is only the volume', 120, { factorKwhPerM3: null }, 20_000, null],
    ['nothing used is nothing', 100, {}, 0, 0],
  ])('%s', (_, cubicMetres, more, usedLitres, energyWh) => {
    const [newest] = gasReadings([read('2026-09-30', 100), read('2026-10-31', cubicMetres, more)], [])
    expect(newest).toMatchObject({ usedLitres, energyWh })
  })
})

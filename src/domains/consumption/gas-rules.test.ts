import { describe, expect, test } from 'vitest'
import type { GasReading } from './gas-reading.ts'
import { computeGasMonths, type InvoicedGas, mergeGasReadings } from './gas-rules.ts'

const kwh = (count: number) => count * 1000

describe('computeGasMonths', () => {
  const invoice = (firstDay: string, lastDay: string, energy: number): InvoicedGas => ({
    firstDay,
    lastDay,
    energyWh: kwh(energy),
  })
  const range = { start: '2026-09-01', end: '2026-10-31' }
  const months: [why: string, invoices: InvoicedGas[], expected: (number | boolean | null)[][]][] = [
    [
      'reports months without an invoice as unknown',
      [],
      [
        [null, 30, false],
        [null, 31, false],
      ],
    ],
    [
      'assigns an invoice of one month to that month',
      [invoice('2026-09-01', '2026-09-30', 120), invoice('2026-10-01', '2026-10-31', 310)],
      [
        [kwh(120), 0, false],
        [kwh(310), 0, false],
      ],
    ],
    [
      'splits an invoice of two months by days',
      [invoice('2026-09-01', '2026-10-31', 610)],
      [
        [kwh(300), 0, true],
        [kwh(310), 0, true],
      ],
    ],
    [
      'counts only the part within the range of an invoice that begins before it',
      [invoice('2026-08-17', '2026-09-15', 300)],
      [
        [kwh(150), 15, true],
        [null, 31, false],
      ],
    ],
    [
      'adds two invoices of a month, and leaves no gap for a day that both bill',
      [invoice('2026-09-01', '2026-09-16', 160), invoice('2026-09-16', '2026-09-30', 150)],
      [
        [kwh(310), 0, false],
        [null, 31, false],
      ],
    ],
    [
      'reports zero usage as zero, not as unknown',
      [invoice('2026-09-01', '2026-09-30', 0)],
      [
        [0, 0, false],
        [null, 31, false],
      ],
    ],
  ]
  test.each(months)('%s', (_, invoices, expected) => {
    const gasMonths = computeGasMonths(invoices, range)
    expect(gasMonths.map(({ month }) => month)).toEqual(['2026-09-01', '2026-10-01'])
    expect(gasMonths.map(({ energyWh, missingDays, isShared }) => [energyWh, missingDays, isShared])).toEqual(expected)
  })

  test('distributes an invoice into shares that add up to it', () => {
    const gasMonths = computeGasMonths([{ firstDay: '2026-01-13', lastDay: '2026-10-09', energyWh: 1_000_001 }], {
      start: '2026-01-01',
      end: '2026-12-31',
    })
    expect(gasMonths.reduce((sum, { energyWh }) => sum + (energyWh ?? 0), 0)).toBe(1_000_001)
  })
})

describe('mergeGasReadings', () => {
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
  const brief = (readings: ReturnType<typeof mergeGasReadings>) =>
    readings.map(({ day, origin, usedLitres, energyWh }) => [day, origin, usedLitres, energyWh])

  test('returns the usage since the previous reading by volume and factor, newest first', () => {
    expect(brief(mergeGasReadings([read('2026-09-30', 9832), read('2026-10-31', 10_063)], []))).toEqual([
      ['2026-10-31', 'distributor', 231_000, 2_648_000],
      ['2026-09-30', 'distributor', null, null],
    ])
  })

  test('inserts customer readings in between without changing billed usage', () => {
    const readings = mergeGasReadings([read('2026-09-30', 100), read('2026-10-31', 120)], [sent('2026-10-15', 108)])
    expect(brief(readings)).toEqual([
      ['2026-10-31', 'distributor', 20_000, 229_000],
      ['2026-10-15', 'own', 8_000, null],
      ['2026-09-30', 'distributor', null, null],
    ])
  })

  test.each([
    ['prefers the distributor’s energy to volume and factor', 120, { energyWh: 230_000 }, 20_000, 230_000],
    ['starts again after a meter replacement', 3, {}, null, null],
    ['uses the distributor’s energy despite a meter replacement', 3, { energyWh: 55_000 }, null, 55_000],
    ['returns only the volume without a factor', 120, { factorKwhPerM3: null }, 20_000, null],
    ['reports zero usage as zero', 100, {}, 0, 0],
  ])('%s', (_, cubicMetres, more, usedLitres, energyWh) => {
    const [newest] = mergeGasReadings([read('2026-09-30', 100), read('2026-10-31', cubicMetres, more)], [])
    expect(newest).toMatchObject({ usedLitres, energyWh })
  })
})

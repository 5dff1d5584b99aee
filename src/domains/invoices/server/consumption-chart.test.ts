import { describe, expect, test } from 'vitest'
import { consumptionChart } from './consumption-chart.ts'
import { paperIn, thirteenMonths } from './document-testing.ts'

const paper = paperIn('es')
const home = consumptionChart(thirteenMonths({ used: [54_120, 48_905, 94_975], surplusWh: 71_400 }), paper)

describe('the chart of a home with panels', () => {
  test('has a bar per month, the years told where they begin, and ends with the month of the invoice', () => {
    expect(home.bars.map(({ label }) => label.replace('\u00a0', ' ')).join(' ')).toBe(
      'oct 25 nov dic ene 26 feb mar abr may jun jul ago sept oct',
    )
    expect(home.bars.map(({ isCurrent }) => isCurrent).indexOf(true)).toBe(12)
    expect(home.bars.at(-1)!.total).toBe('198')
  })

  test('puts peak, flat and valley on each other and what was fed in below the axis', () => {
    const { parts } = home.bars.at(-1)!
    expect(parts.map(({ value }) => value)).toEqual([54_120, 48_905, 94_975, -71_400])
    expect(parts.map(({ fill }) => fill.pattern)).toEqual(['solid', 'falling', 'edge', 'upright'])
  })

  test('names its colours with the energy of the month', () => {
    const entries = home.legend.map(({ label, value }) => `${label} ${value}`.replaceAll('\u00a0', ' '))
    expect(entries).toEqual(['Punta 54 kWh', 'Llano 49 kWh', 'Valle 95 kWh', 'Vertido a la red 71 kWh'])
  })

  test('adds up to the total of the month, whatever is rounded', () => {
    const chart = consumptionChart(thirteenMonths({ used: [40_400, 50_400, 100_400], surplusWh: 0 }), paper)
    expect(chart.bars.at(-1)!.total).toBe('191')
    expect(chart.legend.map(({ value }) => Number.parseInt(value, 10))).toEqual([41, 50, 100])
  })

  test('can be read instead of seen', () => {
    expect(home.alternative.replaceAll('\u00a0', ' ')).toMatch(/^Consumo por meses: oct 25 232 kWh; .*; oct 198 kWh\.$/)
  })
})

test('six periods keep their numbers and their order from dark to pale', () => {
  const chart = consumptionChart(thirteenMonths({ used: [1, 2, 3, 4, 5, 6].map((n) => n * 1e6), surplusWh: 0 }), paper)
  expect(chart.legend.map(({ label }) => label)).toEqual(['P1', 'P2', 'P3', 'P4', 'P5', 'P6'])
  const patterns = chart.bars[0]!.parts.slice(0, 6).map(({ fill }) => fill.pattern)
  expect(patterns).toEqual(['solid', 'rising', 'falling', 'level', 'dots', 'edge'])
})

test('gas has plain bars and needs no legend', () => {
  const chart = consumptionChart([{ firstDay: '2026-10-01', energyWh: [320_000], surplusWh: 0 }], paper)
  expect(chart.legend).toEqual([])
  expect(chart.bars[0]!.parts[0]!.fill.pattern).toBe('solid')
})

test.each([
  [999_999_000, 'kWh', '999.999', 'six figures still fit under a bar'],
  [1_234_567_000, 'MWh', '1.234,6', 'seven do not'],
])('%i Wh are shown in %s as %s: %s', (wh, unit, total) => {
  const chart = consumptionChart([{ firstDay: '2026-10-01', energyWh: [wh], surplusWh: 0 }], paper)
  expect([chart.unit, chart.bars[0]!.total]).toEqual([unit, total])
})

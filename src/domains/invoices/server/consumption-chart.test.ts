import { describe, expect, test } from 'vitest'
import { buildConsumptionChart } from './consumption-chart.ts'
import { documentContextIn, thirteenMonths } from './document-testing.ts'

const paper = documentContextIn('es')
const home = buildConsumptionChart(thirteenMonths({ used: [54_120, 48_905, 94_975], surplusWh: 71_400 }), paper)

describe('the chart of a home with solar panels', () => {
  test('has a bar per month, shows the year where it begins, and ends with the month of the invoice', () => {
    expect(home.bars.map(({ label }) => label.replace('\u00a0', ' ')).join(' ')).toBe(
      'oct 25 nov dic ene 26 feb mar abr may jun jul ago sept oct',
    )
    expect(home.bars.map(({ isCurrent }) => isCurrent).indexOf(true)).toBe(12)
    expect(home.bars.at(-1)!.total).toBe('198')
  })

  test('stacks peak, flat and valley, and draws exported energy below the axis', () => {
    const { parts } = home.bars.at(-1)!
    expect(parts.map(({ value }) => value)).toEqual([54_120, 48_905, 94_975, -71_400])
    expect(parts.map(({ fill }) => fill.pattern)).toEqual(['solid', 'falling', 'edge', 'upright'])
  })

  test('shows the energy of the month in the legend', () => {
    const entries = home.legend.map(({ label, value }) => `${label} ${value}`.replaceAll('\u00a0', ' '))
    expect(entries).toEqual(['Punta 54 kWh', 'Llano 49 kWh', 'Valle 95 kWh', 'Vertido a la red 71 kWh'])
  })

  test('rounds the legend so that it adds up to the total of the month', () => {
    const chart = buildConsumptionChart(thirteenMonths({ used: [40_400, 50_400, 100_400], surplusWh: 0 }), paper)
    expect(chart.bars.at(-1)!.total).toBe('191')
    expect(chart.legend.map(({ value }) => Number.parseInt(value, 10))).toEqual([41, 50, 100])
  })

  test('has a text alternative', () => {
    expect(home.altText.replaceAll('\u00a0', ' ')).toMatch(/^Consumo por meses: oct 25 232 kWh; .*; oct 198 kWh\.$/)
  })
})

test('six periods keep their numbers and their order from dark to light', () => {
  const chart = buildConsumptionChart(
    thirteenMonths({ used: [1, 2, 3, 4, 5, 6].map((n) => n * 1e6), surplusWh: 0 }),
    paper,
  )
  expect(chart.legend.map(({ label }) => label)).toEqual(['P1', 'P2', 'P3', 'P4', 'P5', 'P6'])
  const patterns = chart.bars[0]!.parts.slice(0, 6).map(({ fill }) => fill.pattern)
  expect(patterns).toEqual(['solid', 'rising', 'falling', 'level', 'dots', 'edge'])
})

test('gas has plain bars and no legend', () => {
  const chart = buildConsumptionChart([{ firstDay: '2026-10-01', energyWh: [320_000], surplusWh: 0 }], paper)
  expect(chart.legend).toEqual([])
  expect(chart.bars[0]!.parts[0]!.fill.pattern).toBe('solid')
})

test.each([
  [999_999_000, 'kWh', '999.999', 'six figures still fit under a bar'],
  [1_234_567_000, 'MWh', '1.234,6', 'seven do not'],
])('%i Wh are shown in %s as %s: %s', (wh, unit, total) => {
  const chart = buildConsumptionChart([{ firstDay: '2026-10-01', energyWh: [wh], surplusWh: 0 }], paper)
  expect([chart.unit, chart.bars[0]!.total]).toEqual([unit, total])
})

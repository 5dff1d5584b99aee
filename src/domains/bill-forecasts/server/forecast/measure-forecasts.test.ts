import { expect, test } from 'vitest'
import { judgeGasForecasts } from '../gas/measure-gas-forecasts-testing.ts'
import { type JudgedForecasts, shareInside } from './forecast-tally-testing.ts'
import { judgeForecasts } from './measure-forecasts-testing.ts'

const seed = 'Demo Energia'

test.each<[string, () => JudgedForecasts[]]>([
  ['fixed prices', () => judgeForecasts({ prices: 'fixed', points: 2, measuredDays: [10, 20], seed })],
  ['hourly prices', () => judgeForecasts({ prices: 'market', points: 2, measuredDays: [10, 20], seed })],
  ['gas', () => judgeGasForecasts({ measuredDays: [0, 10], seed })],
])('seven to nine of ten bills of the demo lie in the band of their forecasts: %s', (_, judge) => {
  const share = shareInside(judge())
  expect(share).toBeGreaterThan(0.7)
  expect(share).toBeLessThan(0.9)
})

import { expect, test } from 'vitest'
import { judgeForecasts } from './measure-forecasts-testing.ts'

test('seven to nine of ten bills of the demo lie in the band of their forecasts', () => {
  const judged = judgeForecasts({ points: 2, measuredDays: [10, 20] })
  const sumOf = (name: 'bills' | 'inside') => judged.reduce((sum, each) => sum + each[name], 0)
  const share = sumOf('inside') / sumOf('bills')
  expect(share).toBeGreaterThan(0.7)
  expect(share).toBeLessThan(0.9)
})
